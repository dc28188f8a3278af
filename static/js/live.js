// The wire: pushes in, moves out. It shows what the server rendered and computes nothing of the game.
import { Idiomorph } from "../vendor/idiomorph-0.8.0.js";

const ANSWER_MS = 2500; // then the same move goes by POST with the same key
const SILENCE_MS = 25000; // the server beats every 10 s; longer silence is a dead socket
const BANNER_MS = 1200; // a short gap needs no words
const POLL_MS = 5000; // without a socket the page is asked for again and again
const TOUCH_MS = 200; // nothing moves under a thumb
const RETRY_MS = [300, 800, 1500, 3000, 5000, 8000];

// Forms whose effect arrives as a push; the others load a page.
const QUIET = /\/r\/[A-Za-z]{5}\/(join|start|again|end|seats|bots|options|host|remove|absent|return|ceiling|claim|hints)$/;

let socket = null;
let attempts = 0;
let heardAt = 0;
let lostAt = 0;
let reconnectTimer = 0;
let pollTimer = 0;
let lastTouch = 0;
let waitingFrame = null;
const pending = new Map(); // key -> {form, fields, timer}

const main = () => document.getElementById("screen");
let loaded = main()?.cloneNode(true); // the screen as the page brought it, until the socket brings one
const shownVersion = () => Number(main()?.dataset.version ?? -1);
const csrfToken = () => document.body.dataset.csrf ?? "";

export function start() {
  const frame = document.body.dataset.socket;
  fillTokens();
  document.addEventListener("submit", onSubmit);
  document.addEventListener("input", (event) => event.target.dataset && (event.target.dataset.touched = "1"));
  for (const kind of ["pointerdown", "pointerup", "touchstart", "touchend"])
    document.addEventListener(kind, () => (lastTouch = performance.now()), { passive: true });
  if (!frame) return;
  connect();
  setInterval(watch, 2000);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && wake());
  window.addEventListener("pageshow", (event) => event.persisted && wake());
  window.addEventListener("online", wake);
  window.addEventListener("offline", () => setLost());
  window.addEventListener("pagehide", () => socket?.close());
}

// The socket

function connect() {
  clearTimeout(reconnectTimer);
  if (socket) {
    socket.onclose = socket.onmessage = null;
    socket.close();
  }
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const opened = new WebSocket(`${scheme}//${location.host}${document.body.dataset.socket}`);
  socket = opened;
  heardAt = performance.now();
  opened.onmessage = (event) => {
    heardAt = performance.now();
    attempts = 0;
    setBack();
    receive(JSON.parse(event.data));
  };
  opened.onclose = (event) => {
    if (socket !== opened) return;
    socket = null;
    if (event.code === 4404) return location.reload();
    setLost();
    const delay = RETRY_MS[Math.min(attempts, RETRY_MS.length - 1)];
    attempts += 1;
    reconnectTimer = setTimeout(connect, delay * (0.7 + 0.6 * Math.random()));
  };
}

function isOpen() {
  return socket?.readyState === WebSocket.OPEN;
}

function send(message) {
  if (isOpen()) socket.send(JSON.stringify(message));
}

// After a phone wakes its socket looks open and is dead: do not trust it, ask or begin again.
function wake() {
  attempts = 0;
  if (!isOpen() || performance.now() - heardAt > 12000) connect();
  else send({ type: "beat", version: shownVersion() });
}

function watch() {
  if (isOpen() && performance.now() - heardAt > SILENCE_MS) connect();
  if (lostAt && performance.now() - lostAt > BANNER_MS) banner("lost");
}

function setLost() {
  if (!lostAt) lostAt = performance.now();
  if (!pollTimer) pollTimer = setInterval(poll, POLL_MS);
}

function setBack() {
  clearInterval(pollTimer);
  pollTimer = 0;
  if (!lostAt) return;
  lostAt = 0;
  if (document.getElementById("connection")?.dataset.state === "lost") banner("back");
  for (const key of [...pending.keys()]) post(key);
}

function banner(state) {
  const box = document.getElementById("connection");
  if (!box || box.dataset.state === state) return;
  box.dataset.state = state;
  box.hidden = false;
  box.textContent = state === "lost" ? box.dataset.lost : box.dataset.back;
  if (state === "back") setTimeout(() => box.dataset.state === "back" && ((box.hidden = true), (box.dataset.state = "")), 2500);
}

// Without a socket the page itself is the news.
async function poll() {
  try {
    const response = await fetch(location.pathname, { headers: { Accept: "text/html" }, cache: "no-store" });
    if (!response.ok) return;
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const fresh = page.getElementById("screen");
    if (fresh) showWhole(fresh.outerHTML, Number(fresh.dataset.version));
  } catch {
    setLost(); // still away; the banner says so
  }
}

// What arrives

function receive(message) {
  if (message.type === "screen") showWhole(message.html, message.version);
  else if (message.type === "parts") showParts(message);
  else if (message.type === "beat") hearBeat(message);
  else if (message.type === "ack") settle(message.key);
  else if (message.type === "refused") refuse(message.key, message.text);
}

function hearBeat({ now }) {
  send({ type: "beat", version: shownVersion() });
  document.dispatchEvent(new CustomEvent("server:time", { detail: now }));
}

function showWhole(html, version) {
  if (version < shownVersion()) return;
  whenUntouched(() => {
    if (version < shownVersion()) return;
    changing();
    if (!isLoaded(html)) Idiomorph.morph(main(), html, MORPH);
    loaded = null;
    shown();
  });
}

// The socket begins with the screen that the page has brought already: only where they differ there is work to do.
function isLoaded(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("screen");
  if (!loaded || !fresh) return false;
  for (const field of loaded.querySelectorAll('[name="csrfmiddlewaretoken"]')) field.setAttribute("value", "");
  return fresh.isEqualNode(loaded);
}

function showParts({ base, version, parts, screen }) {
  whenUntouched(() => {
    if (version < shownVersion()) return;
    if (base !== shownVersion()) return send({ type: "beat", version: shownVersion() });
    changing();
    loaded = null;
    for (const [id, html] of Object.entries(parts)) {
      const part = document.getElementById(id);
      if (!part) return send({ type: "beat", version: -1 });
      Idiomorph.morph(part, html, MORPH);
    }
    for (const [name, value] of Object.entries(screen)) main().setAttribute(name, value);
    shown();
  });
}

// Frames keep their order: while one waits for the thumb, the next wait behind it.
function whenUntouched(show) {
  const rest = TOUCH_MS - (performance.now() - lastTouch);
  if (waitingFrame) return waitingFrame.push(show);
  if (rest <= 0 || document.visibilityState !== "visible") return show();
  waitingFrame = [show];
  setTimeout(() => {
    const frames = waitingFrame;
    waitingFrame = null;
    for (const each of frames) each();
  }, rest);
}

// Motion looks at the old screen before it goes.
function changing() {
  document.dispatchEvent(new CustomEvent("screen:changing"));
}

function shown() {
  fillTokens();
  const title = main().dataset.title;
  if (title) document.title = title;
  document.dispatchEvent(new CustomEvent("screen:shown"));
}

function fillTokens() {
  for (const field of document.querySelectorAll('[name="csrfmiddlewaretoken"][value=""]')) field.value = csrfToken();
}

// What a person has opened or typed stays as it is.
const MORPH = {
  morphStyle: "outerHTML",
  callbacks: {
    beforeAttributeUpdated: (name, element) =>
      !(name === "open" && (element instanceof HTMLDetailsElement || element instanceof HTMLDialogElement)) &&
      !(name === "data-touched"),
    beforeNodeMorphed: (old, fresh) => {
      if (old instanceof HTMLInputElement && fresh instanceof HTMLInputElement && old.dataset.touched) keepInput(old, fresh);
      return true;
    },
  },
};

function keepInput(old, fresh) {
  if (old.type === "radio" || old.type === "checkbox") {
    fresh.checked = old.checked;
    fresh.toggleAttribute("checked", old.checked);
  } else if (old.type !== "hidden" && isWithin(old.value, fresh)) {
    fresh.value = old.value;
    fresh.setAttribute("value", old.value);
  }
}

function isWithin(value, field) {
  if (field.type !== "number") return true;
  return (!field.min || Number(value) >= Number(field.min)) && (!field.max || Number(value) <= Number(field.max));
}

// What leaves

function onSubmit(event) {
  const form = event.target;
  if (form.method !== "post" || event.defaultPrevented) return;
  const fields = Object.fromEntries(fieldsOf(form, event.submitter));
  if ("move" in form.dataset) {
    event.preventDefault();
    sendMove(form, fields);
  } else if (QUIET.test(new URL(form.action, location).pathname)) {
    event.preventDefault();
    postQuietly(form, event.submitter);
  }
}

// With what the pressed button says; not every browser adds it by itself.
function fieldsOf(form, submitter) {
  const fields = new FormData(form);
  if (submitter?.name) fields.append(submitter.name, submitter.value);
  return fields;
}

export function sendMove(form, fields) {
  if (form.getAttribute("aria-busy") === "true") return;
  form.setAttribute("aria-busy", "true");
  const key = `${fields.key.split(".")[0]}.${newKey()}`; // the form's own names the game
  fields.key = key;
  delete fields.csrfmiddlewaretoken;
  pending.set(key, { form, fields, timer: setTimeout(() => post(key), ANSWER_MS) });
  if (isOpen()) send({ type: "move", ...fields });
  else post(key);
}

function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function settle(key) {
  const move = pending.get(key);
  if (!move) return;
  clearTimeout(move.timer);
  pending.delete(key);
  whenUntouched(() => move.form.removeAttribute("aria-busy")); // a second tap is none
}

function refuse(key, text) {
  const form = pending.get(key)?.form;
  settle(key);
  say(text, form);
}

// The same move with the same key by POST: it is never doubled, and it is tried until it is answered.
async function post(key) {
  const move = pending.get(key);
  if (!move || move.isPosting) return;
  clearTimeout(move.timer);
  move.isPosting = true;
  try {
    const path = document.body.dataset.room + "move";
    const response = await request(path, new URLSearchParams(move.fields));
    if (response.ok) {
      settle(key);
      if (!isOpen()) poll();
    } else await sayResponse(response, (text) => refuse(key, text));
  } catch {
    setLost();
    move.isPosting = false;
    move.timer = setTimeout(() => post(key), 2000);
  }
}

async function postQuietly(form, submitter) {
  try {
    const response = await request(form.action, new URLSearchParams(fieldsOf(form, submitter)));
    if (!response.ok) await sayResponse(response, (text) => say(text, form));
    else if (!isOpen()) poll();
    form.closest("dialog")?.close();
  } catch {
    setLost();
    say(document.getElementById("connection")?.dataset.lost ?? "", form);
  }
}

function request(path, body) {
  body.set("csrfmiddlewaretoken", csrfToken());
  const headers = { "X-Requested-With": "live", "X-CSRFToken": csrfToken() };
  return fetch(path, { method: "POST", body, headers, signal: AbortSignal.timeout?.(8000) });
}

async function sayResponse(response, tell) {
  const isJson = response.headers.get("Content-Type")?.startsWith("application/json");
  const answer = isJson ? await response.json() : {};
  tell(answer.text ?? response.statusText);
  if (response.status === 409) poll();
}

// Why not, in words, where the person looks: in the alert at the foot of the page.
export function say(text, form) {
  const box = document.getElementById("refusal");
  if (!box || !text) return;
  box.textContent = text;
  box.hidden = false;
  document.dispatchEvent(new CustomEvent("move:refused", { detail: { text, form } }));
  clearTimeout(say.timer);
  say.timer = setTimeout(() => (box.hidden = true), 6000);
}
