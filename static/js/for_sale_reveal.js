// The reveal of a sale: lights down, 3, 2, 1, then from the highest house to the lowest each envelope comes from the pile
// to its cheque and is turned over. A tap or Escape ends it; other people's seals meanwhile do not.
import { SPRING, boxOf, fly, isCalm, move, note, prop, stage, strike } from "./motion.js";

const LIGHTS_MS = 300;
const COUNT_MS = 600;
const FLY_MS = 200;
const FLIP_MS = 360;
const SLIDE_MS = 300;
const HOLD_MS = 250;
const LAST_MS = 900;
const CALM_ROW_MS = 500;

let playing = null; // {round, turned, isCounting, pile, timers, then}

const section = () => document.getElementById("reveal");
const rows = () => [...section().querySelectorAll(".reveal__row")];
const say = (step) => document.dispatchEvent(new CustomEvent("reveal:step", { detail: step }));

export function playReveal(cue, then) {
  finish();
  const part = section();
  if (!part || Number(part.dataset.round) !== cue.round) return then();
  note("reveal");
  playing = { round: cue.round, turned: -1, isCounting: true, pile: new Map(), timers: new Set(), then };
  paint();
  const isLast = document.querySelector("main.is-over") !== null; // the result is not to be seen before it
  if (!isCalm() && !isLast) part.animate([{ opacity: 0 }, { opacity: 1 }], { duration: LIGHTS_MS });
  say("lights");
  if (isCalm()) return after(CALM_ROW_MS, () => begin());
  for (const [place, number] of ["3", "2", "1"].entries()) after(LIGHTS_MS + COUNT_MS * place, () => count(number));
  after(LIGHTS_MS + 3 * COUNT_MS, begin);
}

function after(ms, then) {
  const timer = setTimeout(() => {
    playing?.timers.delete(timer);
    if (playing) then();
  }, ms);
  playing.timers.add(timer);
}

function count(number) {
  say("tick");
  const digit = document.createElement("b");
  digit.className = "motion__count";
  digit.textContent = number;
  stage().append(digit);
  const frames = [{ transform: "scale(1.6)", opacity: 0 }, { transform: "none", opacity: 1, offset: 0.3 }, { transform: "scale(.9)", opacity: 0 }];
  digit.animate(frames, { duration: COUNT_MS }).finished.then(() => digit.remove(), () => digit.remove());
}

function begin() {
  playing.isCounting = false;
  playing.turned = 0;
  paint();
  spreadPile();
  const whole = rows().length * (FLY_MS + FLIP_MS + SLIDE_MS + HOLD_MS) + LAST_MS;
  const bar = [{ transform: "scaleX(0)" }, { transform: "scaleX(1)" }];
  if (!isCalm()) section().querySelector(".reveal__then").animate(bar, { duration: whole, pseudoElement: "::before" });
  turn(0);
}

// Unopened envelopes lie in a pile, in the order of the seats: where one goes is the news.
function spreadPile() {
  if (isCalm()) return;
  const found = rows().map((row) => ({ row, seat: Number(row.dataset.seat), envelope: row.querySelector(".envelope") }));
  const drawn = boxOf(found[0]?.envelope);
  if (!drawn?.width) return;
  found.pop(); // the last may lie ready
  found.sort((one, other) => one.seat - other.seat);
  const isTable = section().closest(".is-table") !== null;
  const size = new DOMRect(0, 0, drawn.width * (isTable ? 0.4 : 1), drawn.height * (isTable ? 0.4 : 1));
  const gap = size.width * 0.62;
  const whole = gap * (found.length - 1) + size.width;
  const foot = Math.min(boxOf(section().querySelector(".reveal__then")).top, window.innerHeight - 20);
  const left = isTable ? window.innerWidth * 0.97 - whole : (window.innerWidth - whole) / 2;
  const top = isTable ? boxOf(section().querySelector("h2")).top : foot - size.height - 14;
  found.forEach(({ row, envelope }, place) => {
    const copy = prop(envelope, new DOMRect(left + gap * place, top, size.width, size.height), { isKept: true });
    copy.classList.add("is-shown");
    playing.pile.set(row.dataset.seat, copy);
  });
}

function turn(place) {
  const row = rows()[place];
  if (!row) return after(LAST_MS, finish);
  if (isCalm()) {
    playing.turned = place + 1;
    paint();
    move(row, [], { ms: 120 });
    sound(row, place);
    return after(CALM_ROW_MS, () => turn(place + 1));
  }
  const envelope = row.querySelector(".envelope");
  const waiting = playing.pile.get(row.dataset.seat);
  if (waiting) {
    fly(waiting, boxOf(waiting), boxOf(envelope), { ms: FLY_MS, grows: true });
    strike(waiting);
    playing.pile.delete(row.dataset.seat);
  }
  for (const other of rows()) other.classList.toggle("is-next", other === row);
  after(FLY_MS, () => open(row, place));
}

function open(row, place) {
  row.classList.add("is-here");
  row.querySelector(".envelope").animate([{ transform: "none" }, { transform: "rotateY(90deg)" }], { duration: FLIP_MS / 2, easing: "ease-in" });
  after(FLIP_MS / 2, () => {
    playing.turned = place + 1;
    paint();
    sound(row, place);
    row.querySelector(".card").animate([{ transform: "rotateY(-90deg)" }, { transform: "none" }], { duration: FLIP_MS / 2, easing: "ease-out" });
    move(row.querySelector(".reveal__who"), [{ opacity: 0 }, { opacity: 1 }], { ms: 160 });
    slide(row);
    after(FLIP_MS / 2 + SLIDE_MS + HOLD_MS, () => turn(place + 1));
  });
}

function slide(row) {
  const isColumn = row.closest(".is-table") !== null;
  const away = isColumn ? "translateY(-14px)" : "translateX(-14px)";
  move(row.querySelector(".reveal__arrow"), [{ transform: away, opacity: 0 }, { transform: "none", opacity: 1 }], { ms: SLIDE_MS, delay: FLIP_MS / 2 });
  const stamp = row.querySelector(".cheque__stamp");
  if (stamp) move(stamp, [{ transform: "rotate(-8deg) scale(2.2)", opacity: 0 }, { transform: "rotate(-8deg)", opacity: 1 }], { ms: 160, delay: FLIP_MS / 2, easing: SPRING });
}

function sound(row, place) {
  say("flip");
  if (row.querySelector(".cheque.is-bounced")) say("bounced");
  else if (place === 0) say("highest");
}

// How the part stands now; told again after every push, because a push may have put it back.
function paint() {
  const part = section();
  part.hidden = false;
  part.classList.toggle("is-counting", playing.isCounting);
  rows().forEach((row, place) => {
    row.classList.toggle("is-waiting", place >= playing.turned);
    row.classList.toggle("is-last", place === rows().length - 1);
    if (place < playing.turned) row.classList.remove("is-here");
  });
  part.classList.toggle("is-own-waiting", part.querySelector(".is-waiting.is-mine") !== null);
}

function finish() {
  if (!playing) return;
  const { timers, pile, then } = playing;
  playing = null;
  for (const timer of timers) clearTimeout(timer);
  for (const copy of pile.values()) strike(copy);
  for (const digit of document.querySelectorAll(".motion__count")) digit.remove();
  const part = section();
  if (part) {
    part.hidden = true;
    part.classList.remove("is-counting", "is-own-waiting");
    for (const row of rows()) row.classList.remove("is-waiting", "is-next", "is-here", "is-last");
  }
  say("over");
  then();
}

document.addEventListener("screen:shown", () => {
  if (!playing) return;
  if (Number(section()?.dataset.round) === playing.round) paint();
  else finish();
});

// The tap that ends the reveal ends nothing else: the page under it was not what the person looked at.
document.addEventListener("click", (event) => {
  if (playing && event.target.closest?.("#reveal")) finish();
});
document.addEventListener("keydown", (event) => {
  if (playing && event.key === "Escape") finish();
});
document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && finish());

export const isRevealing = () => playing !== null;
