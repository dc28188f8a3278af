// pa11y over a list of pages: one line of JSON with the errors of each look. Looks that differ only in window and colours
// follow each other and share one load.
import pa11y from "pa11y";
import { jobs, launch, load, newPage, tell } from "./pages.mjs";

const browser = await launch();
let open = null; // {name, language, context, page}
for (const job of jobs) {
  if (open?.name !== job.name || open.language !== job.language) {
    await open?.context.close();
    open = { name: job.name, language: job.language, ...(await newPage(browser, job)) };
    await open.page.setBypassCSP(true);
    await turnTo(open.page, job);
    await load(open.page, job);
  } else await turnTo(open.page, job);
  await new Promise((done) => setTimeout(done, 60));
  const found = await pa11y(job.url, { browser, page: open.page, ignoreUrl: true, standard: "WCAG2AA", timeout: 120000 });
  tell({ name: job.name, issues: found.issues });
}
await open?.context.close();
await browser.close();

async function turnTo(page, job) {
  await page.setViewport({ width: job.width, height: job.height });
  await page.emulateMediaFeatures([
    { name: "prefers-color-scheme", value: job.dark ? "dark" : "light" },
    { name: "prefers-reduced-motion", value: "reduce" },
  ]);
}
