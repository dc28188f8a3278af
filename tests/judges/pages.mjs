// What the judges in Node share: one Chromium, and a page as one person sees it.
import { readFileSync } from "node:fs";
import puppeteer from "puppeteer-core";

export const jobs = JSON.parse(readFileSync(process.argv[2], "utf8"));

export function launch() {
  return puppeteer.launch({ executablePath: process.env.CHROME_PATH, args: ["--no-sandbox"], headless: true });
}

export async function newPage(browser, job) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  const cookies = Object.entries(job.cookies).map(([name, value]) => ({ name, value, url: job.url }));
  await page.setCookie(...cookies);
  return { context, page };
}

// Loads the page and brings it into the state that is judged.
export async function load(page, job) {
  await page.goto(job.url, { waitUntil: "load" });
  if (job.leaves) await Promise.all([page.waitForNavigation(), page.evaluate(job.script).catch(() => {})]);
  else if (job.script) await page.evaluate(job.script);
  await new Promise((done) => setTimeout(done, 150));
}

export function tell(answer) {
  process.stdout.write(JSON.stringify(answer) + "\n");
}
