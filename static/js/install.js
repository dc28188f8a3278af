// The worker that keeps static files and the offline page; it needs a secure address and is simply not there without.
if (window.isSecureContext && navigator.serviceWorker)
  window.addEventListener("load", () => navigator.serviceWorker.register("/sw.js").catch(() => {})); // plays without
