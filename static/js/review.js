// Starts what the pages of finished games need: the proof, the replay, and copying as text.
import * as proof from "./proof.js";
import * as replay from "./replay.js";

function copyButtons(root) {
  for (const button of root.querySelectorAll("[data-copy-from][hidden]")) {
    button.hidden = false;
    button.addEventListener("click", () => copy(button));
  }
}

async function copy(button) {
  const field = document.getElementById(button.dataset.copyFrom);
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    field.select(); // plain HTTP has no clipboard: the selected text can be copied by hand
    document.execCommand("copy");
  }
  button.textContent = button.dataset.done;
}

proof.enhance(document);
copyButtons(document);
replay.enhance(document);
replay.listen();
