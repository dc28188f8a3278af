// First-time hints: each waits in the page for the moment it is about, is shown once, and never again on this device.
// Where the device cannot remember, none is shown twice in one visit.

const shown = new Set();
let current = null; // {name, question}

const bubble = () => document.getElementById("first-time");
const question = () => document.getElementById("screen")?.dataset.decision;

function isSeen(name) {
  try {
    return shown.has(name) || localStorage.getItem(`hint:${name}`) === "1";
  } catch {
    return shown.has(name);
  }
}

function remember(name) {
  shown.add(name);
  try {
    localStorage.setItem(`hint:${name}`, "1");
  } catch {
    // storage is blocked: remembered for this visit
  }
}

function show(hint) {
  const name = hint.dataset.hint;
  remember(name);
  current = { name, question: question() };
  bubble().querySelector("p").textContent = hint.textContent;
  bubble().hidden = false;
  place();
}

// Just above the dock, where the eye is and no button; where the dock stands beside the table, over its free end.
function place() {
  const dock = document.getElementById("dock");
  const top = (dock?.offsetTop ?? 0) - window.scrollY; // where it stays, not where a motion has it just now
  const isBelow = top > window.innerHeight / 3 && top < window.innerHeight;
  bubble().style.bottom = isBelow ? `${Math.round(window.innerHeight - top + 8)}px` : "";
}

function hide() {
  current = null;
  bubble().hidden = true;
}

// Whoever does what the hint is about has read it.
document.addEventListener("click", (event) => {
  if (current && event.target.closest?.("#first-time button, #dock button:not([type=button]), #dock summary, #board a")) hide();
});

window.addEventListener("resize", () => current && place());

export function enhance() {
  if (!bubble()) return;
  if (current && current.question !== question()) hide();
  if (current) return place();
  const next = [...document.querySelectorAll("[data-hint]")].find(
    (hint) => !isSeen(hint.dataset.hint) && document.querySelector(hint.dataset.when),
  );
  if (next) show(next);
}
