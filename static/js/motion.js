// Motion that explains: a small stage for moves of transform and opacity, and what all games share (sign, lamp, dock).
// Nothing here is ever in the way: it lies over the page without taking taps, a new screen cuts it short, a tap ends it,
// and where people want less motion only short fades are left.

export const OUT = "cubic-bezier(.2,.8,.2,1)";
export const SPRING = "cubic-bezier(.3,1.5,.5,1)";
const CALM_MS = 120;

const running = new Set(); // animations under way
const props = new Set(); // elements that are only there for a motion
const timers = new Set();
const seen = { sign: "", lamp: null, isLit: false, isOver: false, tops: null }; // how the screen before this one stood

export const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
export const boxOf = (element) => element?.getBoundingClientRect();
export const seatOf = (number) => document.querySelector(`#strip [data-seat="${number}"], #street [data-seat="${number}"]`);

// Each motion is noted on the page, so that it can be seen from outside that it was played.
export function note(name) {
  document.documentElement.dataset.motion = name;
}

export function move(element, frames, { ms, delay = 0, easing = OUT, pseudo } = {}) {
  if (!element?.animate) return null;
  const calm = isCalm();
  const steps = calm ? [{ opacity: 0 }, { opacity: 1 }] : frames;
  const animation = element.animate(steps, {
    duration: calm ? CALM_MS : ms,
    delay: calm ? 0 : delay,
    easing,
    fill: "backwards",
    pseudoElement: pseudo,
  });
  running.add(animation);
  const done = () => running.delete(animation);
  animation.finished.then(done, done);
  return animation;
}

export function later(ms, then) {
  const timer = setTimeout(() => {
    timers.delete(timer);
    then();
  }, isCalm() ? Math.min(ms, CALM_MS) : ms);
  timers.add(timer);
}

export function stage() {
  let layer = document.querySelector(".motion");
  if (!layer) {
    layer = document.createElement("div");
    layer.className = "motion";
    layer.setAttribute("aria-hidden", "true");
    document.body.append(layer);
  }
  return layer;
}

// A copy of something, lying where the box is until the motion is over; one that is kept also outlives a new screen.
export function prop(element, box, { isKept = false } = {}) {
  const copy = element.cloneNode(true);
  copy.removeAttribute("id");
  for (const inner of copy.querySelectorAll("[id], [name]")) inner.removeAttribute("id"), inner.removeAttribute("name");
  copy.classList.add("motion__prop");
  Object.assign(copy.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px` });
  stage().append(copy);
  if (!isKept) props.add(copy);
  return copy;
}

export function strike(copy) {
  copy.remove();
  props.delete(copy);
}

// From one box to another; `arc` lifts the way in the middle, `fades` lets it vanish at the end.
export function fly(element, from, to, { ms, delay = 0, easing = OUT, arc = 0, fades = false, grows = false } = {}) {
  if (!element || !from || !to || isCalm()) return null;
  const copy = prop(element, from);
  const x = to.left + to.width / 2 - from.left - from.width / 2;
  const y = to.top + to.height / 2 - from.top - from.height / 2;
  const scale = grows ? to.width / from.width : Math.min(1, to.width / from.width);
  const end = { transform: `translate(${x}px, ${y}px) scale(${scale})`, opacity: fades ? 0 : 1 };
  const middle = { transform: `translate(${x / 2}px, ${y / 2 - arc}px) scale(${(1 + scale) / 2})`, opacity: 1 };
  const frames = [{ transform: "none", opacity: 1 }, ...(arc ? [middle] : []), end];
  const animation = move(copy, frames, { ms, delay, easing });
  const done = () => strike(copy);
  animation.finished.then(done, done);
  return animation;
}

export function stop() {
  for (const timer of timers) clearTimeout(timer);
  timers.clear();
  for (const animation of running) animation.cancel();
  running.clear();
  for (const copy of props) copy.remove();
  props.clear();
}

// Before and after a screen changes

document.addEventListener("screen:changing", () => {
  stop();
  look();
});

function look() {
  seen.isOver = isOver();
  seen.sign = signWords();
  seen.lamp = boxOf(document.querySelector(".lamp, .front__lamp"));
  seen.isLit = isLit();
  seen.tops = new Map([...parts()].map((part) => [part.id, boxOf(part).top]));
}

const parts = () => document.querySelectorAll("main.is-game > [id]:not(#dock, #reveal, #menu, #cues, [hidden])");

// Nothing jumps: what a push has moved up or down slides there.
function settle() {
  for (const part of parts()) {
    const by = (seen.tops?.get(part.id) ?? 0) - boxOf(part).top;
    if (seen.tops?.has(part.id) && by && Math.abs(by) < 160 && !isCalm())
      move(part, [{ transform: `translateY(${by}px)` }, { transform: "none" }], { ms: 200 });
  }
}

const signWords = () => document.querySelector("#sign h1, .tv-sign h1")?.textContent ?? "";
const isOver = () => document.querySelector("main.is-over") !== null;
const isLit = () => Boolean(document.querySelector("#dock.dock:not(.is-quiet)"));

document.addEventListener("screen:shown", () => {
  if (seen.sign && isOver() && !seen.isOver) scrollTo({ top: 0, behavior: "instant" }); // the verdict is read first
  if (!seen.sign || document.visibilityState !== "visible") return;
  settle();
  if (signWords() !== seen.sign) turnMoved();
  if (isLit() && !seen.isLit) {
    note("dock");
    move(document.getElementById("dock"), [{ transform: "translateY(16px)" }, { transform: "none" }], { ms: 220 });
  }
  seen.sign = signWords();
  seen.isLit = isLit();
  seen.tops = null;
});

function turnMoved() {
  note("turn");
  const swing = ["rotate(2deg)", "rotate(-1deg)", "rotate(0)"].map((transform) => ({ transform }));
  move(document.querySelector("#sign, .tv-sign"), swing, { ms: 400, easing: SPRING });
  const lamp = document.querySelector(".lamp, .front__lamp");
  const box = boxOf(lamp);
  if (!box || !seen.lamp || isCalm()) return;
  const away = `translate(${seen.lamp.left - box.left}px, ${seen.lamp.top - box.top}px)`;
  move(lamp, [{ transform: away }, { transform: "none" }], { ms: 400, easing: SPRING });
}

document.addEventListener("move:refused", (event) => {
  const button = event.detail.form?.querySelector("button:not([type=button])");
  const shake = ["none", "translateX(3px)", "translateX(-3px)", "none"].map((transform) => ({ transform }));
  if (!isCalm()) move(button, shake, { ms: 180, easing: "ease-in-out" });
});

document.addEventListener("pointerdown", () => {
  for (const animation of running) animation.finish();
}, { passive: true, capture: true });
