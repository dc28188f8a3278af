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
