import type { Page } from "playwright-core";

/** The answers that the browser has kept on disk, as JSON; empty when there are none. */
export const keptAnswers = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const opening = indexedDB.open("kartis");
        opening.onsuccess = () => {
          const reading = opening.result.transaction("queries").objectStore("queries").get("next-crm");
          reading.onsuccess = () => {
            opening.result.close();
            resolve(JSON.stringify(reading.result ?? ""));
          };
        };
      }),
  );
