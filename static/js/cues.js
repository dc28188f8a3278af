// Reads what just happened from the screen and tells it on, each fact once: motion and sound listen to "cues".
let game = null;
let last = -1;

export function enhance() {
  const box = document.getElementById("cues");
  if (!box) return;
  const isFirstLook = game === null;
  if (box.dataset.game !== game) {
    game = box.dataset.game;
    last = isFirstLook ? Number(box.dataset.last) : -1;
  }
  const from = Number(box.dataset.from);
  const me = box.closest("main").dataset.me;
  const all = JSON.parse(box.dataset.cues).map((cue, index) => ({ ...cue, no: from + index, isMine: String(cue.seat) === me }));
  const fresh = all.filter((cue) => cue.cue && cue.no > last);
  last = Math.max(last, Number(box.dataset.last));
  if (fresh.length) document.dispatchEvent(new CustomEvent("cues", { detail: fresh }));
}
