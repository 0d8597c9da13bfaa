import type { BrowserContext, Page, Request } from "playwright-core";

interface Traffic {
  readonly underWay: Set<Request>;
  begun: number;
}
const traffic = new WeakMap<Page, Traffic>();

function trafficOf(page: Page): Traffic {
  const known = traffic.get(page) ?? { underWay: new Set(), begun: 0 };
  traffic.set(page, known);
  return known;
}

/** Notes what the pages of this browser ask for, for `atRest`. */
export function watchRequests(context: BrowserContext): void {
  context.on("page", (page) => {
    const { underWay } = trafficOf(page);
    page.on("request", (request) => {
      // What the document before has asked for is not always said to have ended.
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) underWay.clear();
      underWay.add(request);
      trafficOf(page).begun++;
    });
    page.on("requestfinished", (request) => underWay.delete(request));
    page.on("requestfailed", (request) => underWay.delete(request));
  });
}

/**
 * Waits until the page has nothing more to do: no request is under way, and what it has put off until it is idle, such as fetching ahead, begins none. On a slow
 * machine that is later, and so it is asked of the page rather than of the clock. Playwright's "networkidle" is of the document's first half second of silence:
 * later in a page it waits for nothing.
 */
export async function atRest(page: Page): Promise<void> {
  const now = trafficOf(page);
  // The app fetches ahead once its first screen stands.
  await page.waitForFunction(() => {
    const root = document.getElementById("root");
    const isApp = document.querySelector("[data-shell]") !== null;
    return !root || (root.childElementCount > 0 && (!isApp || performance.getEntriesByName("first-screen").length > 0));
  });
  for (let quiet = 0; quiet < 3;) {
    const { begun } = now;
    // Idle callbacks run in the order they were asked for, so that ours comes after those of the page.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => setTimeout(resolve, 50))));
    quiet = now.underWay.size === 0 && now.begun === begun ? quiet + 1 : 0;
  }
}
