// pa11y over a list of pages: one line of JSON with the errors of each.
import pa11y from "pa11y";
import { jobs, launch, newPage, tell } from "./pages.mjs";

const browser = await launch();
for (const job of jobs) {
  const { context, page } = await newPage(browser, job);
  await page.setBypassCSP(true);
  await page.setViewport({ width: job.width, height: job.height });
  await page.emulateMediaFeatures([
    { name: "prefers-color-scheme", value: job.dark ? "dark" : "light" },
    { name: "prefers-reduced-motion", value: "reduce" },
  ]);
  await page.goto(job.url, { waitUntil: "load" });
  if (job.leaves) await Promise.all([page.waitForNavigation(), page.evaluate(job.script).catch(() => {})]);
  else if (job.script) await page.evaluate(job.script);
  await new Promise((done) => setTimeout(done, 150));
  const found = await pa11y(job.url, { browser, page, ignoreUrl: true, standard: "WCAG2AA", timeout: 60000 });
  tell({ name: job.name, issues: found.issues });
  await context.close();
}
await browser.close();
