// Before a game: sharing the link, remembering one's name, and seating people by dragging or by tapping in order.
// The seats themselves are arranged by the server: this only sends the order.

// Link

async function copy(button) {
  const link = button.dataset.copy;
  const isCopied = (await copyByClipboard(link)) || copyBySelection(link);
  if (!isCopied) return;
  const label = button.querySelector(".sharing__label") ?? button;
  const usual = label.textContent;
  label.textContent = button.dataset.copied;
  button.classList.add("is-done");
  announce(button.dataset.copied);
  setTimeout(() => {
    label.textContent = usual;
    button.classList.remove("is-done");
  }, 2000);
}

async function copyByClipboard(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false; // plain HTTP has no clipboard
  }
}

function copyBySelection(text) {
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true; // no keyboard comes up, and nothing scrolls or zooms to it
  Object.assign(field.style, { position: "fixed", top: 0, opacity: 0, fontSize: "16px" });
  const before = document.activeElement;
  document.body.append(field);
  field.select();
  field.setSelectionRange(0, text.length);
  const isCopied = document.execCommand("copy");
  field.remove();
  before?.focus?.({ preventScroll: true });
  return isCopied;
}

function announce(text) {
  const region = document.getElementById("told");
  if (region) region.textContent = text;
}

document.addEventListener("click", (event) => {
  const copying = event.target.closest?.("[data-copy]");
  if (copying) copy(copying);
  const sharing = event.target.closest?.("[data-share]");
  if (sharing) navigator.share({ url: sharing.dataset.share, text: sharing.dataset.shareText }).catch(() => {}); // closed by the person
});

// Name

const NAME = "name";

function rememberedName() {
  try {
    return localStorage.getItem(NAME) ?? "";
  } catch {
    return "";
  }
}

document.addEventListener("submit", (event) => {
  const field = event.target.querySelector?.("[data-keep]");
  if (!field?.value) return;
  try {
    localStorage.setItem(NAME, field.value.trim());
  } catch {
    // storage is blocked: the name is typed again next time
  }
});

// Seats

function rows(list) {
  return [...list.querySelectorAll("[data-player]")];
}

function sendOrder(list, players) {
  const form = list.parentElement.querySelector(".seating__form");
  for (const old of form.querySelectorAll('[name="order"]')) old.remove();
  for (const player of players) {
    const field = document.createElement("input");
    field.type = "hidden";
    field.name = "order";
    field.value = player;
    form.append(field);
  }
  form.requestSubmit();
}

const order = (list) => rows(list).map((row) => row.dataset.player);

let drag = null; // {list, row, before}

document.addEventListener("pointerdown", (event) => {
  const handle = event.target.closest?.("[data-handle]");
  if (!handle || event.button !== 0) return;
  const row = handle.closest("[data-player]");
  const list = row.parentElement;
  drag = { list, row, before: order(list).join() };
  row.classList.add("is-dragged");
  handle.setPointerCapture(event.pointerId);
  event.preventDefault();
});

document.addEventListener("pointermove", (event) => {
  if (!drag) return;
  const others = rows(drag.list).filter((row) => row !== drag.row);
  const above = others.filter((row) => {
    const box = row.getBoundingClientRect();
    return event.clientY >= box.top + box.height / 2;
  });
  if (above.length === rows(drag.list).indexOf(drag.row)) return;
  drag.row.before(...above); // the others step aside: a row that leaves the page for a moment is let go of
  drag.row.after(...others.slice(above.length));
});

function drop() {
  if (!drag) return;
  const { list, row, before } = drag;
  drag = null;
  row.classList.remove("is-dragged");
  if (order(list).join() !== before) sendOrder(list, order(list));
}

document.addEventListener("pointerup", drop);
document.addEventListener("pointercancel", drop);

// Sit down in order: one tap on each name, clockwise around the table.

let tapped = null; // ids in the order they were tapped

function setTapping(list, button, on) {
  tapped = on ? [] : null;
  button.setAttribute("aria-pressed", String(on));
  showTapping(list, button);
  if (on) announce(button.dataset.help);
}

function showTapping(list, button) {
  list.classList.toggle("is-tapping", tapped !== null);
  button.textContent = tapped ? button.dataset.help : button.dataset.label;
  for (const row of rows(list)) {
    const place = (tapped ?? []).indexOf(row.dataset.player) + 1;
    row.classList.toggle("is-tapped", place > 0);
    row.querySelector("[data-handle]").dataset.place = place || "";
  }
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-tap-order]");
  if (button) {
    const list = button.parentElement.querySelector("[data-seating]");
    setTapping(list, button, tapped === null);
    return;
  }
  const row = tapped && event.target.closest?.(".seating.is-tapping [data-player]");
  if (!row || tapped.includes(row.dataset.player)) return;
  const list = row.parentElement;
  tapped.push(row.dataset.player);
  showTapping(list, list.parentElement.querySelector("[data-tap-order]"));
  const rest = order(list).filter((player) => !tapped.includes(player));
  if (rest.length > 1) return;
  const all = [...tapped, ...rest];
  setTapping(list, list.parentElement.querySelector("[data-tap-order]"), false);
  sendOrder(list, all);
});

export function enhance(root) {
  for (const button of root.querySelectorAll("[data-copy]")) button.hidden = false;
  for (const button of root.querySelectorAll("[data-share]")) button.hidden = !navigator.share;
  for (const button of root.querySelectorAll("[data-tap-order]")) button.hidden = false;
  for (const field of root.querySelectorAll("[data-keep]")) if (!field.value && !field.dataset.touched) field.value = rememberedName();
  const list = root.querySelector("[data-seating]");
  if (list && tapped) showTapping(list, root.querySelector("[data-tap-order]"));
}
