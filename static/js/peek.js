// "Hide my hand": while the page hides what is mine alone, pressing it shows it for as long as it is pressed.
// Which page hides it is the menu's preference; this only looks.

const page = document.documentElement;
const HOLD_MS = 180; // a tap still chooses a card; a press looks

let timer = 0;

document.addEventListener("pointerdown", (event) => {
  if (!page.classList.contains("hides-hand") || !event.target.closest?.(".is-private")) return;
  timer = setTimeout(() => page.classList.add("is-looking"), HOLD_MS);
});

for (const kind of ["pointerup", "pointercancel", "blur"]) window.addEventListener(kind, cover);
document.addEventListener("visibilitychange", cover);

document.addEventListener("contextmenu", (event) => {
  if (page.classList.contains("is-looking")) event.preventDefault();
});

function cover() {
  clearTimeout(timer);
  page.classList.remove("is-looking");
}

export function enhance() {}
