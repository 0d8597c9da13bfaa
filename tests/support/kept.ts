import type { Page } from "playwright-core";

/** Runs in the page. */
const readAll = `new Promise((resolve, reject) => {
  const opening = indexedDB.open("kartis");
  opening.addEventListener("error", () => reject(new Error("No database")));
  opening.addEventListener("success", () => {
    const all = opening.result.transaction("queries").objectStore("queries").getAll();
    all.addEventListener("success", () => {
      opening.result.close();
      resolve(JSON.stringify(all.result));
    });
  });
})`;

/** Answers that the browser stores on disk for the next first paint. The page must have opened its database. */
export const kept = (page: Page): Promise<string> => page.evaluate<string>(readAll);
