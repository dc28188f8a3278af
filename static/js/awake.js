// The screen stays awake while a game runs, where the browser allows it; elsewhere nothing happens.
let lock = null;

async function hold() {
  const isPlaying = document.querySelector("main.is-game") !== null;
  if (!isPlaying) {
    lock?.release().catch(() => {}); // gone already
    lock = null;
  } else if (!lock && document.visibilityState === "visible") {
    try {
      lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", () => (lock = null));
    } catch {
      lock = null; // plain HTTP, low battery, or not known here
    }
  }
}

document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && hold());

export function enhance() {
  if (navigator.wakeLock) hold();
}
