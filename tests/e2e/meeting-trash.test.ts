import { afterAll, beforeAll, expect, it } from "vitest";
import { type App, startApp } from "./support/app.ts";
import { serious } from "./support/axe.ts";
import { calendarOf, entry, soon, toast, wednesday } from "./support/calendar.ts";
import { call } from "./support/person.ts";
import { keepPicture } from "./support/picture.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const { person, make, open } = calendarOf(() => app);

it("a meeting that was deleted is found in the trash beside the calendar, and comes back from there by keyboard", async () => {
  const { page, complaints } = await person();
  const visit = await make(page, { title: "Site visit", start: `${wednesday}T10:00`, minutes: 60 });
  const review = await make(page, { title: "Review", start: wednesday, days: 1 });
  for (const { id: meetingId } of [visit, review]) await call(page, app.origin, "meetings.remove", { meetingId });
  await open(page, `day=${wednesday}`);
  await page.getByRole("link", { name: "Trash" }).click();
  const main = page.getByRole("main");
  await main.getByRole("heading", { name: /Trash\s*2/ }).waitFor(soon);
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "meeting-trash");
  await main.getByRole("searchbox", { name: "Search the trash" }).fill("visit");
  await main.getByText("Review").waitFor({ state: "detached", ...soon });
  await main.getByRole("button", { name: "Restore Site visit" }).focus();
  await page.keyboard.press("Enter");
  await toast(page, "Meeting restored").getByRole("link", { name: "Open" }).click();
  await page.getByRole("dialog", { name: "Site visit" }).waitFor(soon);
  await page.keyboard.press("Escape");
  await entry(page, "Site visit").waitFor(soon);
  expect(await entry(page, "Review").count()).toBe(0);
  expect(complaints).toEqual([]);
  await page.context().close();
});
