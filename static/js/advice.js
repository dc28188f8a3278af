// A hint is shown beside the question; without a script the link opens a page with it.
document.addEventListener("click", async (event) => {
  const link = event.target.closest?.("[data-hint]");
  if (!link) return;
  event.preventDefault();
  const answer = link.parentElement.querySelector("[role=status]");
  link.setAttribute("aria-busy", "true");
  try {
    const response = await fetch(link.href, { headers: { "X-Requested-With": "live" }, cache: "no-store" });
    const { html, text } = await response.json();
    if (html) answer.innerHTML = html;
    else answer.textContent = text ?? "";
  } catch {
    location.href = link.href;
  } finally {
    link.removeAttribute("aria-busy");
  }
});

export function enhance() {}
