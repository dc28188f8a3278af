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
