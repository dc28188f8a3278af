// Counts the clock of a decision down, by the server's time: the page and every beat say what it is.
let ahead = 0; // how far this device's clock is ahead of the server's, in ms

export function setServerTime(now) {
  if (Number.isFinite(now)) ahead = Date.now() - now;
}

function tick() {
  const clock = document.getElementById("clock");
  if (!clock?.dataset.deadline) return;
  const left = Math.max(0, Number(clock.dataset.deadline) + ahead - Date.now());
  const text = clock.dataset.seconds.replace("%(seconds)s", Math.ceil(left / 1000));
  const shown = clock.querySelector("b");
  if (shown.textContent !== text) shown.textContent = text;
  clock.classList.toggle("is-short", left < 10000);
}

export function enhance() {
  tick();
}

setServerTime(Number(document.body.dataset.now));
document.addEventListener("server:time", (event) => setServerTime(event.detail));
setInterval(tick, 250);
