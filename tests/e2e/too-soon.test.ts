import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type App, startApp } from "./support/app.ts";
import { call, makeLeads, settle, typeOf } from "./support/person.ts";
import { keepPicture } from "./support/picture.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** Refuses calls of the procedure as one of somebody who has used up their time; the others of a request reach the server. */
const refuse = (page: Page, procedure: string, seconds: number, times?: number) =>
  page.route(
    (url) => url.pathname.startsWith("/api/trpc/") && url.pathname.includes(procedure),
    async (route) => {
      const paths = new URL(route.request().url()).pathname.split("/").at(-1)?.split(",") ?? [];
      const answer = await route.fetch();
      const answers: unknown[] = await answer.json();
      const data = {
        code: "TOO_MANY_REQUESTS",
        status: 429,
        messageKey: "errors.tooManyHeavyQuestions",
        params: { seconds },
        retryAfterSeconds: seconds,
      };
      await route.fulfill({
        status: 429,
        headers: { "retry-after": String(seconds) },
        json: answers.map((one, at) => (paths[at] === procedure ? { error: { message: "", code: -32_600, data } } : one)),
      });
    },
    times === undefined ? {} : { times },
  );

async function withLead(language?: "en" | "he") {
  const { page, complaints } = await app.open();
  await settle(page, app.origin, language);
  await makeLeads(page, app.origin, [{ name: "Galil Cold Storage" }]);
  return { page, complaints };
}

it("a list that is asked for too soon stays as it is, says so, and is up to date by itself afterwards", async () => {
  const { page } = await withLead();
  await page.goto(`${app.origin}/cards/leads`);
  await page.getByRole("link", { name: "Galil Cold Storage" }).waitFor();
  await refuse(page, "cards.search", 6, 1);
  const type = await typeOf(page, app.origin, "leads");
  await call(page, app.origin, "cards.create", { typeId: type.id, fields: { name: "Golan Herbs" } });
  const line = page.getByRole("status").filter({ hasText: "You have asked for a lot in a short time" });
  await line.waitFor();
  await page
    .getByRole("timer")
    .filter({ hasText: /continues by itself in \d second/ })
    .waitFor();
  expect(await page.getByRole("link", { name: "Galil Cold Storage" }).isVisible()).toBe(true);
  await keepPicture(page, "too-soon");
  await page.getByRole("link", { name: "Golan Herbs" }).waitFor();
  await line.waitFor({ state: "hidden" });
});

it("the page says when to try again once that is too long to wait for", async () => {
  const { page } = await withLead();
  await refuse(page, "cards.search", 90);
  await page.goto(`${app.origin}/cards/leads`);
  const failure = page.getByRole("region", { name: "Leads" });
  await failure.getByText("Try again in 90 seconds.", { exact: false }).waitFor();
  await page.unroute(() => true);
  await keepPicture(page, "too-soon-long");
});

it("so does the notice of a change that was refused, which is not made again", async () => {
  const { page } = await withLead();
  await page.goto(`${app.origin}/cards/leads`);
  await page.getByRole("link", { name: "Galil Cold Storage" }).click();
  await page.getByRole("button", { name: "Add to favorites" }).waitFor();
  let asked = 0;
  page.on("request", (request) => {
    if (request.url().includes("favorites.add")) asked++;
  });
  await refuse(page, "favorites.add", 7);
  await page.getByRole("button", { name: "Add to favorites" }).click();
  await page.getByRole("alert").getByText("Try again in 7 seconds.", { exact: false }).waitFor();
  expect(asked).toBe(1);
});
