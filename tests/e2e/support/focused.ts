import type { Page } from "playwright-core";

/** What stands on the thing that has the focus; nothing where that is the page itself, on which everything stands. */
export const focusedText = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement } = document;
    return !activeElement || activeElement.matches("body, main") ? "" : activeElement.textContent;
  });
