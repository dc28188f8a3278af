// Small, soft sounds made here, and vibration. Each has a visible twin, so nothing is lost where it is quiet.
// A table screen plays what the whole table hears; a phone plays only what its owner does or is asked.

const page = document.documentElement;
let context = null;

// A finger counts when it is lifted, a mouse and a key when they are pressed.
for (const kind of ["pointerdown", "touchend", "click", "keydown"])
  document.addEventListener(kind, unlock, { passive: true, capture: true });

// Browsers let a page sound only after somebody has touched it.
function unlock() {
  const Context = window.AudioContext ?? window.webkitAudioContext;
  if (!Context || isMuted()) return;
  context ??= new Context();
  if (context.state !== "running") context.resume().catch(() => {}); // stays silent until the next touch
}

const isMuted = () => page.classList.contains("is-muted");
const isPublic = () => document.querySelector("main.is-table") !== null;

// One tone that dies away; `to` bends it.
function tone(pitch, { at = 0, ms = 120, to = pitch, gain = 0.12, wave = "sine" } = {}) {
  const start = context.currentTime + at / 1000;
  const end = start + ms / 1000;
  const oscillator = new OscillatorNode(context, { type: wave, frequency: pitch });
  const volume = new GainNode(context, { gain: 0 });
  oscillator.frequency.setValueAtTime(pitch, start);
  oscillator.frequency.exponentialRampToValueAtTime(to, end);
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(gain, start + 0.006);
  volume.gain.exponentialRampToValueAtTime(0.0001, end);
  oscillator.connect(volume).connect(context.destination);
  oscillator.start(start);
  oscillator.stop(end + 0.02);
}

// A breath of noise through a filter: wood, paper, shutters.
function rustle(pitch, { at = 0, ms = 80, gain = 0.2, to = pitch, quality = 1 } = {}) {
  const length = Math.ceil((context.sampleRate * ms) / 1000);
  const buffer = context.createBuffer(1, length, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let place = 0; place < length; place += 1) samples[place] = (Math.random() * 2 - 1) * (1 - place / length) ** 2;
  const start = context.currentTime + at / 1000;
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: pitch, Q: quality });
  filter.frequency.setValueAtTime(pitch, start);
  filter.frequency.exponentialRampToValueAtTime(to, start + ms / 1000);
  const source = new AudioBufferSourceNode(context, { buffer });
  source.connect(filter).connect(new GainNode(context, { gain })).connect(context.destination);
  source.start(start);
}

function knockAt(at) {
  rustle(420, { at, ms: 90, gain: 0.9, quality: 3 });
  tone(170, { at, ms: 90, to: 110, gain: 0.2 });
}

const SOUNDS = {
  knock: () => [0, 160].forEach(knockAt),
  coin: () => (tone(1560, { ms: 90, gain: 0.06 }), tone(2340, { at: 50, ms: 160, gain: 0.05 })),
  shutter: () => rustle(1800, { ms: 240, to: 300, gain: 0.35 }),
  stamp: () => (tone(130, { ms: 110, to: 70, gain: 0.3 }), rustle(700, { ms: 50, gain: 0.4 })),
  tick: () => tone(880, { ms: 60, gain: 0.1, wave: "triangle" }),
  card: () => rustle(2600, { ms: 90, to: 1200, gain: 0.3, quality: 0.7 }),
  bell: () => [1319, 1976, 2637].forEach((pitch, place) => tone(pitch, { at: 40 + place * 30, ms: 700, gain: 0.05 })),
  horn: () => tone(300, { ms: 620, to: 70, gain: 0.08, wave: "sawtooth" }),
  wood: () => (rustle(900, { ms: 60, gain: 0.8, quality: 4 }), tone(240, { ms: 70, to: 180, gain: 0.16 })),
  notes: () => [523, 659, 784].forEach((pitch, place) => tone(pitch, { at: place * 170, ms: 420, gain: 0.1, wave: "triangle" })),
  dull: () => tone(120, { ms: 110, to: 80, gain: 0.25 }),
};

export function play(name) {
  if (isMuted() || document.visibilityState !== "visible") return;
  page.dataset.sound = name; // what was played last, for those who look from outside
  if (context?.state === "running") SOUNDS[name]();
}

function vibrate(pattern) {
  if (isPublic() || navigator.userActivation?.hasBeenActive === false) return; // before the first tap it is refused
  try {
    navigator.vibrate?.(pattern);
  } catch {
    // not on this device
  }
}

// What happened

const OF_CUES = {
  bid: "coin",
  pass: "shutter",
  buy: "coin",
  seal: "stamp",
  reseal: "stamp",
  block: "wood",
  bracket: "wood",
  bean: "wood",
  collect: "coin",
  rest: "bell",
};

document.addEventListener("cues", (event) => {
  const names = new Set();
  for (const cue of event.detail) {
    if (OF_CUES[cue.cue] && (cue.isMine || isPublic())) names.add(OF_CUES[cue.cue]);
    if (cue.isMine && OF_CUES[cue.cue] === "stamp") vibrate(15);
  }
  const isShown = event.detail.some((cue) => cue.cue === "reveal");
  if (!isShown && event.detail.some((cue) => cue.cue === "result")) names.add("notes");
  for (const name of names) play(name);
  if (isShown) vibrate([30, 40, 30]);
});

let isResultNext = false;

document.addEventListener("reveal:step", ({ detail }) => {
  const isOwn = document.querySelector(".reveal__row.is-mine.is-here, .reveal__row.is-mine.is-next") !== null;
  const names = { tick: "tick", flip: "card", highest: "bell", bounced: "horn" };
  if (detail === "over" && isResultNext) play("notes");
  else if (names[detail] && (isPublic() || isOwn || detail === "tick")) play(names[detail]);
});

document.addEventListener("cues", (event) => {
  isResultNext = event.detail.some((cue) => cue.cue === "result");
});

document.addEventListener("asked", () => {
  play("knock");
  vibrate([40, 60, 40]);
});

document.addEventListener("move:refused", () => play("dull"));
document.addEventListener("preference:changed", ({ detail }) => {
  if (detail.name !== "mute") return;
  if (detail.on) context?.suspend();
  else unlock(), play("tick");
});
