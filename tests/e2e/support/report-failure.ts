import type { Page } from "playwright-core";
import { afterEach } from "vitest";
import { openPages, refusalsOf } from "./app.ts";

/** What a page can no longer answer within this many milliseconds is part of why the test failed. */
const patience = 2_000;

/** Pages of earlier tests are still open; those opened last are this one's. */
const shownPages = 3;

const within = async <Value>(answer: Promise<Value>): Promise<Value | "no answer"> =>
  Promise.race([
    answer.catch((error: unknown) => String(error) as Value),
    new Promise<"no answer">((resolve) => setTimeout(() => resolve("no answer"), patience)),
  ]);

async function stateOf(page: Page): Promise<Record<string, unknown>> {
  const script = await within(
    page.evaluate(() => ({
      isOnline: navigator.onLine,
      visibility: document.visibilityState,
      focus: document.activeElement?.outerHTML.slice(0, 120),
      text: document.body.innerText.slice(0, 1_000),
    })),
  );
  // Playwright waits by frames: a page that draws none passes no `waitFor`, whatever stands on it.
  const frames = await within(
    page.evaluate(() => new Promise<string>((resolve) => requestAnimationFrame(() => resolve("drawn")))),
  );
  return { url: page.url(), frames, script, refusals: refusalsOf(page).slice(-20) };
}

/** Prints where each open page of a failed test stood: a failure that only another machine shows is seldom explained by its selector alone. */
afterEach(async ({ task }) => {
  if (task.result?.state !== "fail") return;
  for (const page of openPages().slice(-shownPages))
    console.log(`Page when "${task.name}" failed:`, JSON.stringify(await stateOf(page), null, 1));
});
