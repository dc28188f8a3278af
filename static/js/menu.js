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
  else sheet.classList.remove("is-open");
});

if (!HAS_POPOVER) {
  page.classList.add("lacks-popover");
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[popovertarget]");
    const sheet = button && document.getElementById(button.getAttribute("popovertarget"));
    if (!sheet) return;
    const isOpen = sheet.classList.toggle("is-open", button.getAttribute("popovertargetaction") !== "hide" && undefined);
    if (isOpen) sheet.scrollIntoView({ block: "start" });
  });
}

export function enhance(root) {
  for (const name of Object.keys(CLASSES)) page.classList.toggle(CLASSES[name], isOn(name));
  showPreferences(root);
}
