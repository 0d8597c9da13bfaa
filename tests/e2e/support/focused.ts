import type { Page } from "playwright-core";

/** Text of the focused element; empty if it is the page itself, which contains everything. */
export const focusedText = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement } = document;
    return !activeElement || activeElement.matches("body, main") ? "" : activeElement.textContent;
  });
