// Sheets and preferences. Sheets are popovers and open without this; here they also close after a form was sent,
// and browsers without popovers get a plain replacement. Preferences stay on this device.

const HAS_POPOVER = "popover" in HTMLElement.prototype;
const page = document.documentElement;

const CLASSES = { mute: "is-muted", hand: "hides-hand" };

function isOn(name) {
  try {
    return localStorage.getItem(`preference:${name}`) === "1";
  } catch {
    return page.classList.contains(CLASSES[name]); // storage is blocked: for this page only
  }
}

function setPreference(name, on) {
  page.classList.toggle(CLASSES[name], on);
  try {
    localStorage.setItem(`preference:${name}`, on ? "1" : "0");
  } catch {
    // storage is blocked: the class alone remembers
  }
  document.dispatchEvent(new CustomEvent("preference:changed", { detail: { name, on } }));
  showPreferences(document);
}

function showPreferences(root) {
  for (const button of root.querySelectorAll("[data-preference]")) {
    button.hidden = false;
    button.setAttribute("aria-pressed", String(isOn(button.dataset.preference)));
  }
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-preference]");
  if (button) setPreference(button.dataset.preference, !isOn(button.dataset.preference));
});

// A sheet closes when its form is sent, unless there is more to do in it.
document.addEventListener("submit", (event) => {
  const sheet = event.target.closest?.(".sheet[popover]");
  if (!sheet || sheet.querySelector("[data-seating]")) return;
  if (HAS_POPOVER) queueMicrotask(() => sheet.matches(":popover-open") && sheet.hidePopover());
  else setSheet("");
});

// Where popovers are not known: one sheet at a time lies over the page, until its button, Escape or a tap beside it.
let opened = "";

function setSheet(name) {
  const before = opened;
  opened = name;
  showSheet();
  if (name) document.querySelector(".sheet.is-open button")?.focus({ preventScroll: true });
  else if (before) document.querySelector(`[popovertarget="${before}"]`)?.focus({ preventScroll: true });
}

function showSheet() {
  for (const sheet of document.querySelectorAll(".sheet[popover]")) sheet.classList.toggle("is-open", sheet.id === opened);
}

if (!HAS_POPOVER) {
  page.classList.add("lacks-popover");
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[popovertarget]");
    const name = button?.getAttribute("popovertarget");
    if (button) event.preventDefault();
    if (name) setSheet(name === opened ? "" : name);
    else if (opened && !event.target.closest?.(".sheet.is-open")) setSheet("");
  });
  document.addEventListener("keydown", (event) => event.key === "Escape" && opened && setSheet(""));
}

export function enhance(root) {
  for (const name of Object.keys(CLASSES)) page.classList.toggle(CLASSES[name], isOn(name));
  showPreferences(root);
  if (!HAS_POPOVER) showSheet(); // a push has put the page's own classes back
}
