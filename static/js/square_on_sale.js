// Square on Sale's own behaviour: the board's keys and taps, the form of the space that was tapped, and the steps of a
// turn shown one after another. What may be bid, bracketed or said stands in the page; nothing is worked out here.

const STEP_MS = { centre: 600, die: 500, win: 600, block: 420, bracket: 240, bid: 700, collect: 600, bean: 600 };
const CALM_MS = 320; // for every step, where people want less motion
const LONGEST_MS = 4200; // a turn's steps together
const MOST_STEPS = 24; // who has fallen behind further sees the end at once
const AFTER_MS = 1600; // the last sentence stays this long
const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

let chosen = ""; // the space that was tapped last
let at = "c3"; // where the keys are on the board
let before = new Map(); // space -> what it showed on the screen before this one
let now = new Map();
let playing = null; // {timer, ghosts, rest}: the steps still to be shown

const board = () => document.querySelector("#board");
const spaces = () => [...document.querySelectorAll("#board .space[id]")];
const cellOf = (name) => document.getElementById(name)?.closest(".cell");
const words = (list) => (list ? list.split(" ") : []);

// Taps and keys

document.addEventListener("click", (event) => {
  if (event.target.closest?.("[data-skip]")) return finish();
  const step = event.target.closest?.("[data-bid-step]");
  if (step) return stepBid(Number(step.dataset.bidStep));
  const space = event.target.closest?.("#board a.space");
  if (!space) return;
  event.preventDefault();
  finish();
  at = space.id;
  choose(space.id);
  const isKey = event.detail === 0;
  if (isKey) document.querySelector(".bid-form.is-chosen .is-gold, .choice-form .is-gold")?.focus({ preventScroll: true });
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") back(event.target);
  const space = event.target.closest?.("#board a.space");
  if (!space || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === " ") {
    event.preventDefault();
    space.click();
  }
  const next = neighbour(space, event.key);
  if (!next) return;
  event.preventDefault();
  at = next.id;
  rove();
  next.focus();
});

// From the dock to the board again.
function back(from) {
  finish();
  if (from.closest?.("#dock")) document.getElementById(at)?.focus();
}

// The grid in rows, as it stands in the page.
function neighbour(space, key) {
  const row = space.closest('[role="row"]');
  const cells = [...row.querySelectorAll("a.space")];
  if (key === "Home") return cells[0];
  if (key === "End") return cells.at(-1);
  const by = KEYS[key];
  if (!by) return null;
  const rows = [...board().querySelectorAll('[role="row"]')].filter((each) => each.querySelector("a.space"));
  const there = rows[rows.indexOf(row) + by[1]];
  return there?.querySelectorAll("a.space")[cells.indexOf(space) + by[0]] ?? null;
}

// One stop for the tab key; the arrows do the rest.
function rove() {
  for (const space of spaces()) if (space.tagName === "A") space.tabIndex = space.id === at ? 0 : -1;
}

// A space leads to its form, or while it has none to the dock, which tells about it.
function link() {
  for (const space of spaces()) {
    const form = `at-${space.id}`;
    if (space.tagName === "A") space.setAttribute("href", document.getElementById(form) ? `#${form}` : "#dock");
  }
}

document.addEventListener("change", (event) => {
  if (event.target.matches?.('.choice-form input[name="space"]')) show();
});

document.addEventListener("input", (event) => {
  if (event.target.matches?.('.bid-form input[name="amount"]')) showAmount(event.target.form);
});

document.addEventListener("submit", (event) => {
  if (event.target.matches?.(".bid-form, .choice-form")) chosen = "";
});

// Which space is looked at

function choose(name) {
  const radio = document.querySelector(`.choice-form input[value="${name}"]`);
  if (radio) {
    radio.checked = true;
    radio.dispatchEvent(new Event("input", { bubbles: true }));
  }
  const isQuiet = document.querySelector("#dock[data-optional]");
  chosen = isQuiet && chosen === name ? "" : name;
  show();
  uncover();
}

// The dock grows with the form: what it would hide of the board moves up.
function uncover() {
  const dock = document.getElementById("dock");
  const grid = board().querySelector(".board__grid");
  if (!dock || dock.hidden || getComputedStyle(dock).position !== "sticky") return;
  const hidden = grid.getBoundingClientRect().bottom - dock.getBoundingClientRect().top;
  const room = grid.getBoundingClientRect().top;
  if (hidden > 0 && room > 0) scrollBy({ top: Math.min(hidden, room), behavior: "auto" });
}

function show() {
  for (const cell of document.querySelectorAll("#board .cell")) unmark(cell);
  const dock = document.getElementById("dock");
  if (!dock || !board()) return;
  const choice = dock.querySelector(".choice-form");
  if (choice) showChoice(dock, choice);
  else if (dock.querySelector(".bids")) showBid(dock);
  else showStory(dock);
}

const MARKS = ["is-chosen", "is-read", "is-tinted", "is-anchor", "is-open"];
let colour = "";

function unmark(cell) {
  cell.classList.remove(...MARKS);
  if (colour) cell.classList.remove(colour);
}

function mark(name, css) {
  const cell = cellOf(name);
  if (cell && css) cell.classList.add(css, colour);
}

function tint(from) {
  for (const name of words(from?.dataset.brackets)) mark(name, "is-tinted");
  for (const name of words(from?.dataset.anchors)) mark(name, "is-anchor");
}

function showBid(dock) {
  const bids = dock.querySelector(".bids");
  const form = bids.querySelector(`.bid-form[data-space="${chosen}"]`);
  for (const each of bids.querySelectorAll(".bid-form.is-chosen")) each.classList.remove("is-chosen");
  bids.classList.toggle("has-choice", Boolean(form));
  colour = dock.dataset.colour;
  const story = bids.querySelector("[data-story]");
  story.dataset.hint ??= story.textContent;
  story.classList.toggle("is-hint", !chosen);
  story.textContent = (chosen && document.getElementById(chosen)?.getAttribute("aria-label")) || story.dataset.hint;
  if (chosen) cellOf(chosen)?.classList.add(form ? "is-chosen" : "is-read");
  if (!form) return;
  form.classList.add("is-chosen");
  tint(form);
  showAmount(form);
}

function showChoice(dock, form) {
  colour = dock.dataset.colour;
  const radio = form.querySelector('input[name="space"]:checked');
  for (const each of form.querySelectorAll('input[name="space"]')) mark(each.value, "is-open");
  if (!radio) return;
  cellOf(radio.value)?.classList.add("is-chosen");
  tint(radio);
  const says = form.querySelector("[data-says]");
  says.textContent = says.dataset.says.replace("#", radio.value);
}

function showStory(dock) {
  const claim = chosen ? document.querySelector(`[data-claim="${chosen}"]`) : null;
  dock.querySelector("[data-story]").textContent =
    (chosen && document.getElementById(chosen)?.getAttribute("aria-label")) || "";
  dock.hidden = !chosen;
  if (chosen) cellOf(chosen)?.classList.add("is-read");
  colour = claim?.dataset.colour ?? colour;
  tint(claim);
}

// The amount: between the field's own limits, in the words that the page brings

function stepBid(by) {
  const field = document.querySelector(".bid-form.is-chosen input[name=amount]");
  if (!field) return;
  field.value = Math.min(Number(field.max), Math.max(Number(field.min), Number(field.value) + by));
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

function showAmount(form) {
  const field = form.elements.amount;
  const amount = Number(field.value);
  const bids = form.closest(".bids");
  const says = form.querySelector("[data-says]");
  says.textContent = says.dataset.says.replace("#", field.value);
  form.querySelector("small").textContent = bids.dataset.left.split("|")[amount - 1] ?? "";
  bids.querySelector(".bids__less").disabled = amount <= Number(field.min);
  bids.querySelector(".bids__more").disabled = amount >= Number(field.max);
}

// The steps of a turn

document.addEventListener("cues", (event) => {
  const steps = event.detail.filter((cue) => STEP_MS[cue.cue] && cue.spaces);
  if (steps.length && board() && document.visibilityState === "visible") play(steps);
});

const sentence = (step) => document.querySelector(`[data-no="${step.no}"]`)?.textContent ?? "";

// Spaces that a later step changes keep what they showed before until it is their turn. Steps that were not shown yet
// when the next ones arrive go first, and all go faster.
function play(fresh) {
  const steps = [...(playing?.rest ?? []), ...fresh].slice(-MOST_STEPS);
  const older = new Map([...(playing?.ghosts ?? [])].map(([name, ghost]) => [name, ghost.innerHTML]));
  finish();
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const lengths = steps.map((step) => (isCalm ? CALM_MS : STEP_MS[step.cue]));
  const total = lengths.reduce((sum, each) => sum + each, 0);
  const slower = board().closest(".is-table") ? 1.5 : 1;
  const pace = slower * Math.min(1, LONGEST_MS / total);
  const ghosts = new Map();
  for (const name of new Set(steps.flatMap((step) => step.spaces))) {
    const cell = cellOf(name);
    const old = older.get(name) ?? before.get(name);
    if (!cell || old === undefined || old === document.getElementById(name).innerHTML) continue;
    const ghost = document.createElement("span");
    ghost.className = "space cell__before";
    ghost.setAttribute("aria-hidden", "true");
    ghost.innerHTML = old;
    cell.append(ghost);
    ghosts.set(name, ghost);
  }
  playing = { timer: 0, ghosts, rest: steps };
  tell(steps, lengths, pace, 0);
}

function tell(steps, lengths, pace, place) {
  quiet();
  if (place >= steps.length) {
    playing.rest = [];
    playing.timer = setTimeout(finish, AFTER_MS);
    return;
  }
  const step = steps[place];
  playing.rest = steps.slice(place + 1);
  for (const name of step.spaces) {
    if (!playing.rest.some((later) => later.spaces.includes(name))) uncoverSpace(name);
    const cell = cellOf(name);
    if (!cell) continue;
    cell.dataset.told = step.cue;
    cell.classList.add("is-told");
  }
  caption(sentence(step));
  playing.timer = setTimeout(() => tell(steps, lengths, pace, place + 1), lengths[place] * pace);
}

function uncoverSpace(name) {
  playing.ghosts.get(name)?.remove();
  playing.ghosts.delete(name);
}

function caption(text) {
  const box = document.querySelector("[data-steps]");
  if (!box || !text) return;
  box.querySelector("span").textContent = text;
  box.hidden = false;
}

function quiet() {
  for (const cell of document.querySelectorAll("#board .cell.is-told")) {
    cell.classList.remove("is-told");
    delete cell.dataset.told;
  }
}

function finish() {
  if (!playing) return;
  clearTimeout(playing.timer);
  for (const ghost of playing.ghosts.values()) ghost.remove();
  playing = null;
  quiet();
  const box = document.querySelector("[data-steps]");
  if (!box) return;
  box.hidden = true;
  box.getBoundingClientRect(); // gone before the next sentence comes: it may come elsewhere, and must not leap there
}

export function enhance() {
  before = now;
  now = new Map(spaces().map((space) => [space.id, space.innerHTML]));
  if (!board()) return;
  rove();
  link();
  show();
}
