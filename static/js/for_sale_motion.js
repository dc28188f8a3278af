// For Sale in motion: cards are dealt, coins go to the middle and back, the passer's house flies to its door.
import { OUT, SPRING, boxOf, fly, isCalm, move, note, prop, seatOf, strike } from "./motion.js";
import { playReveal } from "./for_sale_reveal.js";

const COINS = 3; // more would only be more of the same
let before = { cards: new Map(), doors: new Map(), bids: new Map(), purse: null, chosen: null };

document.addEventListener("screen:changing", () => {
  const cards = document.querySelectorAll("#offer .card");
  before = {
    cards: new Map([...cards].map((card) => [card.querySelector(".card__plate")?.textContent, shape(card)])),
    doors: new Map([...document.querySelectorAll("#strip .seat")].map((seat) => [seat.dataset.seat, shape(seat.querySelector(".door"))])),
    bids: new Map([...document.querySelectorAll("#strip .seat")].map((seat) => [seat.dataset.seat, boxOf(seat.querySelector(".seat__bid"))])),
    purse: boxOf(document.querySelector(".purse__coins")),
    chosen: shape(document.querySelector(".hand__card input:checked + .card")),
  };
});

const shape = (element) => element && { copy: element.cloneNode(true), box: boxOf(element) };

document.addEventListener("cues", (event) => {
  if (document.visibilityState !== "visible") return;
  const cues = event.detail;
  const reveal = cues.find((cue) => cue.cue === "reveal");
  const result = cues.find((cue) => cue.cue === "result");
  if (reveal) return playReveal(reveal, () => result && grow());
  close(cues);
  let at = 0; // what ends a round comes before what begins the next
  for (const cue of cues) at += MOTIONS[cue.cue]?.(cue, at) ?? 0;
});

const stateOf = (seat) => seatOf(seat)?.querySelector(".seat__bid, .front__bid");
const doorOf = (seat) => seatOf(seat)?.querySelector(".door, .front__house");

const MOTIONS = { deal, cheques: deal, bid, pass, buy, seal, reseal: seal, result: grow };

// These are new: from the deck, one after the other.
function deal(cue, at) {
  const items = [...document.querySelectorAll("#offer li")];
  const deck = boxOf(document.querySelector("#offer .label span:last-child")) ?? boxOf(document.getElementById("offer"));
  if (!items.length || !deck) return 0;
  note("deal");
  items.forEach((item, place) => {
    const box = boxOf(item);
    const from = `translate(${deck.right - box.right}px, ${deck.top - box.top - 12}px) rotate(6deg) scale(.7)`;
    const frames = [{ transform: from, opacity: 0 }, { opacity: 1, offset: 0.4 }, { transform: "none", opacity: 1 }];
    move(item, frames, { ms: 260, delay: at + 70 * place });
  });
  return 0;
}

// The houses that stay on offer close up.
function close(cues) {
  if (cues.some((cue) => cue.cue === "deal") || isCalm()) return;
  for (const card of document.querySelectorAll("#offer .card")) {
    const old = before.cards.get(card.querySelector(".card__plate")?.textContent)?.box;
    const box = boxOf(card);
    if (!old || (old.left === box.left && old.width === box.width)) continue;
    const from = `translate(${old.left - box.left}px, ${old.top - box.top}px) scale(${old.width / box.width})`;
    const frames = [{ transform: from, transformOrigin: "top left" }, { transform: "none", transformOrigin: "top left" }];
    move(card, frames, { ms: 300, delay: 120 });
  }
}

// Who bid, and how much more.
function bid(cue, at) {
  const target = stateOf(cue.seat);
  if (!cue.added || !target) return 0;
  note("bid");
  const from = (cue.isMine && before.purse) || boxOf(doorOf(cue.seat));
  coins(cue.added, from, boxOf(target), { ms: 320, delay: at, arc: 36 });
  move(target, [{ transform: "scale(1)" }, { transform: "scale(1.14)" }, { transform: "none" }], { ms: 240, delay: at + 240 });
  return 0;
}

function coins(count, from, to, how) {
  const coin = document.querySelector("svg.coin");
  if (!coin || !from || !to || isCalm()) return;
  const size = 22;
  const place = (box) => new DOMRect(box.left + box.width / 2 - size / 2, box.top + box.height / 2 - size / 2, size, size);
  for (let number = 0; number < Math.min(count, COINS); number += 1)
    fly(coin, place(from), place(to), { ...how, delay: (how.delay ?? 0) + 45 * number });
}

// What a pass gives and costs: the shutter falls, the house goes to its door, half of the coins come back.
function pass(cue, at) {
  note("pass");
  shutter(cue.seat, at);
  house(cue, at + 160);
  const own = cue.isMine ? boxOf(document.querySelector(".purse__coins")) : boxOf(doorOf(cue.seat));
  const bids = before.bids.get(String(cue.seat)) ?? boxOf(stateOf(cue.seat));
  if (cue.back) coins(cue.back, bids, own, { ms: 300, delay: at + 200, arc: 20 });
  if (cue.lost && bids) coins(cue.lost, bids, new DOMRect(bids.left, bids.top + 26, bids.width, bids.height), { ms: 300, delay: at + 200, fades: true });
  return 460;
}

function shutter(seat, at) {
  const door = doorOf(seat);
  const open = before.doors.get(String(seat));
  if (!door || !open || isCalm()) return;
  const copy = prop(open.copy, boxOf(door));
  const fall = [{ transform: "scaleY(1)" }, { transform: "scaleY(0)" }];
  copy.style.transformOrigin = "bottom";
  const animation = move(copy, fall, { ms: 240, delay: at });
  const done = () => strike(copy);
  animation.finished.then(done, done);
}

function house(cue, at) {
  const card = cue.house ? before.cards.get(String(cue.house)) : null;
  const door = boxOf(doorOf(cue.seat));
  if (!card || !door) return;
  fly(card.copy, card.box, door, { ms: 380, delay: at, fades: true });
  const plate = seatOf(cue.seat).querySelector(".seat__bid .plate, .front__bid .plate");
  move(plate, [{ opacity: 0, transform: "scale(.6)" }, { opacity: 1, transform: "none" }], { ms: 160, delay: at + 300, easing: SPRING });
}

function buy(cue, at) {
  note("buy");
  house(cue, at);
  const bids = before.bids.get(String(cue.seat));
  if (cue.paid && bids) coins(cue.paid, bids, new DOMRect(bids.left, bids.top + 26, bids.width, bids.height), { ms: 300, delay: at, fades: true });
  return 320;
}

// It is sealed, and still yours to change.
function seal(cue, at) {
  const envelope = stateOf(cue.seat)?.querySelector(".envelope");
  if (!envelope) return 0;
  note("seal");
  const isHidden = document.documentElement.classList.contains("hides-hand"); // then no card flies face up
  const chosen = cue.isMine && !isHidden ? before.chosen : null;
  if (chosen) fly(chosen.copy, chosen.box, boxOf(envelope), { ms: 280, delay: at, fades: true });
  const wait = chosen ? 280 : 0;
  move(envelope, [{ transform: "scale(1.5)", opacity: 0 }, { transform: "none", opacity: 1 }], { ms: 120, delay: at + wait, easing: SPRING });
  return 0;
}

// The ranking: the third house grows first, the winner's last; the totals count up with them.
function grow() {
  const places = [...document.querySelectorAll("#podium .podium__place")].reverse();
  if (!places.length) return 0;
  note("result");
  places.forEach((place, number) => {
    const up = [{ transform: "scaleY(0)", opacity: 1 }, { transform: "none", opacity: 1 }];
    const built = place.querySelector(".podium__house");
    if (built) built.style.transformOrigin = "bottom";
    move(built, up, { ms: 500, delay: 350 * number, easing: OUT });
    countUp(place.querySelector(".podium__total"), 350 * number);
  });
  return 0;
}

// The last number is the page's own; on the way its digits are filled from below. A new screen or a tap ends it.
const counting = new Map(); // element -> what it says in the end

function countUp(element, delay) {
  const last = element?.textContent;
  const total = Number(last?.replace(/\D/g, ""));
  if (!total || isCalm()) return;
  const began = performance.now() + delay;
  counting.set(element, last);
  const tick = (now) => {
    if (!counting.has(element)) return;
    const share = Math.min(1, Math.max(0, (now - began) / 500));
    element.textContent = share < 1 ? filled(last, Math.round(total * share)) : last;
    if (share < 1) requestAnimationFrame(tick);
    else counting.delete(element);
  };
  tick(performance.now());
}

function endCounting() {
  for (const [element, last] of counting) element.textContent = last;
  counting.clear();
}

document.addEventListener("screen:changing", endCounting);
document.addEventListener("pointerdown", endCounting, { passive: true });

// "$52,000" with another number: digits from the right, what separates them stays.
function filled(pattern, number) {
  const digits = [...String(number)];
  return [...pattern].reverse().map((sign) => (/\d/.test(sign) ? (digits.pop() ?? "") : /[.,\s]/.test(sign) && !digits.length ? "" : sign)).reverse().join("");
}
