// Saves the page loads of a replay: the links work without it. It computes nothing of the game.
import { Idiomorph } from "../vendor/idiomorph-0.8.0.js";

const STEP_MS = 1400;
const SWIPE_PX = 60;

const KEYS = {
  ArrowLeft: "prev",
  ArrowRight: "next",
  ArrowUp: "prev-round",
  ArrowDown: "next-round",
};

let timer = 0;
let wanted = "";
let start = null;
const pages = new Map(); // address -> promise of markup, so that the next step is there already

const replay = () => document.getElementById("replay");
const isPlaying = () => timer !== 0;

function load(address) {
  if (!pages.has(address)) {
    if (pages.size > 60) pages.delete(pages.keys().next().value);
    const page = fetch(address).then(async (response) => {
      if (!response.ok) throw new Error(String(response.status));
      const html = new DOMParser().parseFromString(await response.text(), "text/html");
      return html.getElementById("replay").outerHTML;
    });
    page.catch(() => pages.delete(address));
    pages.set(address, page);
  }
  return pages.get(address);
}

async function show(address) {
  wanted = address;
  let html;
  try {
    html = await load(address);
  } catch {
    location.href = address; // the plain way says what is wrong
    return;
  }
  if (wanted !== address) return;
  Idiomorph.morph(replay(), html, { ignoreActiveValue: true });
  history.replaceState(null, "", address);
  enhance(document);
  const told = document.getElementById("told");
  if (told && !isPlaying()) told.textContent = document.getElementById("said")?.textContent ?? "";
  const next = replay().querySelector('[data-go="next"][href]');
  if (next) load(plain(next.href));
}

const plain = (address) => address.replace(/#.*$/, "");

function go(where) {
  const link = replay()?.querySelector(`[data-go="${where}"][href]`);
  if (link) show(plain(link.href));
  return Boolean(link);
}

function play(on) {
  clearInterval(timer);
  timer = on ? setInterval(() => go("next") || play(false), STEP_MS) : 0;
  const button = replay()?.querySelector("[data-autoplay]");
  button?.setAttribute("aria-pressed", String(on));
  if (on && !go("next")) play(false);
}

function onClick(event) {
  if (event.target.closest("[data-autoplay]")) return play(!isPlaying());
  const link = event.target.closest("#replay .replay__bar a[href]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  if (!link.dataset.go) pages.clear();
  else play(false);
  show(plain(link.href));
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select, summary")) return;
  if (event.key === " " && !event.target.closest("a, button")) {
    event.preventDefault();
    play(!isPlaying());
  } else if (KEYS[event.key]) {
    event.preventDefault();
    play(false);
    go(KEYS[event.key]);
  }
}

function onTouchEnd(event) {
  if (!start) return;
  const touch = event.changedTouches[0];
  const [dx, dy] = [touch.clientX - start.x, touch.clientY - start.y];
  start = null;
  if (Math.abs(dx) < SWIPE_PX || Math.abs(dy) > Math.abs(dx) / 2) return;
  play(false);
  go(dx < 0 ? "next" : "prev");
}

export function enhance(root) {
  if (!root.querySelector("#replay")) return;
  const button = root.querySelector("[data-autoplay]");
  if (button) {
    button.hidden = false;
    button.setAttribute("aria-pressed", String(isPlaying()));
  }
  const keys = root.querySelector(".replay__keys");
  if (keys) keys.hidden = false;
}

export function listen() {
  if (!replay()) return;
  document.addEventListener("click", onClick);
  document.addEventListener("keydown", onKey);
  document.addEventListener("touchstart", (event) => {
    const isScroller = event.target.closest(".replay__views, .chart__scroll");
    start = event.touches.length === 1 && !isScroller ? { x: event.touches[0].clientX, y: event.touches[0].clientY } : null;
  }, { passive: true });
  document.addEventListener("touchend", onTouchEnd, { passive: true });
}
