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

it("a meeting with guests asks whether they are invited again, and is found from where cards are looked for", async () => {
  const { page, complaints } = await person();
  const guests = [{ email: "dana@levi.example" }];
  const asked = await make(page, { title: "Pilot review", start: "2030-06-03T10:00:00.000Z", minutes: 60, guests });
  await call(page, app.origin, "meetings.remove", { meetingId: asked.id, notifyGuests: false });
  await page.goto(`${app.origin}/cards/trash`);
  await page.getByRole("navigation", { name: "Deleted elsewhere" }).getByRole("link", { name: "Meetings" }).click();
  const restore = page.getByRole("main").getByRole("button", { name: "Restore Pilot review" });
  await restore.click();
  const dialog = page.getByRole("alertdialog", { name: "Restore meeting" });
  const again = dialog.getByRole("checkbox", { name: "Send the invitation again to 1 guest" });
  await again.waitFor(soon);
  expect(await again.isChecked()).toBe(true);
  expect(await serious(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await restore.click();
  await dialog.getByText("Send the invitation again to 1 guest").click();
  const answered = page.waitForRequest(/meetings\.restore/);
  await dialog.getByRole("button", { name: "Restore", exact: true }).click();
  expect((await answered).postData()).toContain('"notifyGuests":false');
  await toast(page, "Meeting restored").waitFor(soon);
  expect(complaints).toEqual([]);
  await page.context().close();
});
