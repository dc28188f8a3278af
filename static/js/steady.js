// What stays when a push arrives: the places of parts, and the focus.

// Nothing jumps: a part that has been taller keeps its height while the phase lasts, since it will soon be as tall
// again. Stylesheets reserve what is usual; this keeps what is not, such as a sign with many names.

const PARTS =
  "#sign, #last-round, #turns, #turns li, #claims, .square-tv__head, .square-tv__claims, .square-tv__players small";

const kept = new Map(); // part -> its greatest height
let where = ""; // heights are of one phase and one width of the window

const place = () => `${document.getElementById("screen")?.dataset.phase} ${innerWidth}`;
const nameOf = (part, at) => part.id || `${part.parentElement.className} ${at}`;

document.addEventListener("screen:changing", () => {
  if (where !== place()) forget();
  document.querySelectorAll(PARTS).forEach((part, at) => {
    const name = nameOf(part, at);
    kept.set(name, Math.max(kept.get(name) ?? 0, part.offsetHeight));
  });
});

document.addEventListener("screen:shown", () => {
  if (where !== place()) return forget();
  document.querySelectorAll(PARTS).forEach((part, at) => {
    const height = kept.get(nameOf(part, at));
    if (height) part.style.minHeight = `${height}px`;
  });
});

function forget() {
  where = place();
  kept.clear();
  for (const part of document.querySelectorAll(PARTS)) part.style.minHeight = "";
}

// Who plays by keys keeps their place: where a push takes away what had the focus, it goes to what lay around it.

let focused = null; // what had the focus before the change
let around = []; // the ids around it, innermost first
const lent = new WeakSet(); // parts that can have the focus only because of this

const isThere = (element) => element?.isConnected && !element.disabled && element.getClientRects().length > 0;

document.addEventListener("screen:changing", () => {
  const screen = document.getElementById("screen");
  focused = screen?.contains(document.activeElement) && document.activeElement !== screen ? document.activeElement : null;
  around = [];
  for (let part = focused?.parentElement; part && part !== screen; part = part.parentElement) if (part.id) around.push(part.id);
});

document.addEventListener("screen:shown", () => queueMicrotask(keep)); // when all is as it will be

function keep() {
  if (!focused) return;
  const heirs = [focused, ...[...around, "sign"].map((id) => document.getElementById(id))];
  const heir = heirs.find(isThere);
  if (!heir) return;
  if (heir !== focused || lent.has(heir)) {
    lent.add(heir);
    heir.tabIndex = -1; // a change of the part has taken it away again
  }
  if (document.activeElement !== heir) heir.focus({ preventScroll: true });
}
