// For those who hear the page: one polite sentence for what happened, an assertive one when it is their turn; and for
// those who look elsewhere a dot on the tab. The sentences are the log's and the sign's own.
import { isRevealing } from "./for_sale_reveal.js";

let lines = null; // how many the log had
let question = ""; // what was asked last
let isDue = false; // asked during a reveal: said when it is over

const main = () => document.getElementById("screen");
const isAsked = () => main()?.classList.contains("is-asked") ?? false;

function tell() {
  const log = [...document.querySelectorAll("#log li:not([hidden])")]; // the newest first
  const fresh = lines === null ? [] : log.slice(0, Math.max(0, log.length - lines)).reverse();
  lines = log.length;
  const region = document.getElementById("told");
  if (region && fresh.length) region.textContent = fresh.map((line) => line.textContent.replace(/\s+/g, " ").trim()).join(" ");
}

function ask() {
  const now = isAsked() ? `${main().dataset.decision}` : "";
  const isNew = now && now !== question;
  question = now;
  mark(Boolean(now));
  const region = document.getElementById("asked");
  if (!now && region) region.textContent = "";
  if (!isNew) return;
  if (isRevealing()) isDue = true;
  else say();
}

function say() {
  isDue = false;
  if (!isAsked()) return;
  const words = [...document.querySelectorAll("#sign h1, #sign p")].map((each) => each.textContent.trim());
  const region = document.getElementById("asked");
  if (region) region.textContent = words.filter(Boolean).join(". ");
  document.dispatchEvent(new CustomEvent("asked"));
}

document.addEventListener("reveal:step", (event) => event.detail === "over" && isDue && say());

// The dot on the tab, and on the icon of an installed page.
function mark(on) {
  const link = document.querySelector('link[rel="icon"][data-turn]');
  if (!link) return;
  link.dataset.usual ??= link.href;
  const href = on ? link.dataset.turn : link.dataset.usual;
  if (link.getAttribute("href") !== href) link.setAttribute("href", href);
  const badge = on ? navigator.setAppBadge?.(1) : navigator.clearAppBadge?.();
  badge?.catch?.(() => {}); // only installed pages have one
}

export function enhance() {
  if (!document.getElementById("told")) return;
  tell();
  ask();
}
