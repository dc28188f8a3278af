// Checks on this device that a deal is the one committed to: SHA-256 over the salt's bytes and the deal as it stands.

function bytesOfHex(text) {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

async function sha256(bytes) {
  if (globalThis.crypto?.subtle) return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const vendored = await import("../vendor/noble-sha256-2.4.0.js"); // plain HTTP has no crypto.subtle
  return vendored.sha256(bytes);
}

export async function fingerprint(salt, deck) {
  const before = bytesOfHex(salt);
  const after = new TextEncoder().encode(deck);
  const bytes = new Uint8Array(before.length + after.length);
  bytes.set(before);
  bytes.set(after, before.length);
  return [...(await sha256(bytes))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function check(button) {
  const { salt, deck, commitment, good, bad } = button.dataset;
  const fits = (await fingerprint(salt, deck)) === commitment;
  const verdict = button.parentElement.querySelector(".proof__verdict");
  verdict.textContent = fits ? good : bad;
  verdict.classList.toggle("is-good", fits);
  verdict.classList.toggle("is-bad", !fits);
}

export function enhance(root) {
  for (const button of root.querySelectorAll("[data-proof][hidden]")) {
    button.hidden = false;
    button.addEventListener("click", () => check(button));
  }
}
