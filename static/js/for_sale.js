// For Sale's own controls: the stepper around a number field, and the words of the seal button.
// It shows words that the server wrote; what a bid costs or allows is in them and in the field's min and max.

const FIELD = ".is-step ~ input[type=number]";
const STEPS = "button.is-step[data-step]";

document.addEventListener("click", (event) => {
  const step = event.target.closest?.(STEPS);
  if (step) stepField(step.parentElement.querySelector(FIELD), Number(step.dataset.step));
});

document.addEventListener("input", (event) => {
  if (event.target.matches?.(FIELD)) showAmount(event.target);
});

document.addEventListener("change", (event) => {
  if (event.target.matches?.('.seal input[name="house"]')) showChoice(event.target.form);
});

document.addEventListener("submit", (event) => {
  event.target.closest?.("details.ceiling")?.removeAttribute("open");
});

function stepField(field, by) {
  const wanted = Number(field.value) + by;
  field.value = Math.min(Number(field.max), Math.max(Number(field.min), wanted));
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

function showAmount(field) {
  for (const step of field.parentElement.querySelectorAll(STEPS))
    step.disabled = field.value === (Number(step.dataset.step) < 0 ? field.min : field.max);
  const words = field.dataset.says?.split("|")[Number(field.value) - Number(field.min)];
  if (!words) return;
  const [label, small] = words.split("~");
  const button = field.parentElement.querySelector("button:not([data-step])");
  button.querySelector("span").textContent = label;
  button.querySelector("small").textContent = small;
}

function showChoice(form) {
  const button = form.querySelector("[data-chosen]");
  const chosen = form.querySelector('input[name="house"]:checked');
  if (!chosen) return;
  const isSealed = chosen.closest(".is-sealed") !== null;
  const [before, after] = (isSealed ? button.dataset.sealed : button.dataset.chosen).split("#");
  const plate = document.createElement("b");
  plate.className = "plate is-private";
  plate.textContent = chosen.value;
  button.querySelector("span").replaceChildren(before, plate, after);
  button.disabled = isSealed;
}

export function enhance(root) {
  for (const field of root.querySelectorAll(FIELD)) showAmount(field);
  for (const form of root.querySelectorAll("form.seal")) showChoice(form);
}
