import { afterAll, beforeAll, expect, it } from "vitest";
import { type App, startApp } from "./support/app.ts";
import { serious } from "./support/axe.ts";
import { calendarOf, day, entry, soon, thursday, toast, wednesday } from "./support/calendar.ts";
import { keepPicture } from "./support/picture.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const { make, open, person } = calendarOf(() => app);

it("a link opens a meeting on its own day, and a series at its next time", async () => {
  const { page, complaints } = await person();
  const once = await make(page, { title: "Kickoff", start: `${wednesday}T10:00` });
  const weekly = await make(page, {
    title: "Weekly",
    start: `${thursday}T09:00`,
    repeat: { frequency: "week", every: 1, weekdays: ["TH"], ends: { type: "never" } },
  });
  for (const [id, title, on] of [
    [once.id, "Kickoff", wednesday],
    [weekly.id, "Weekly", thursday],
  ] as const) {
    await page.goto(`${app.origin}/calendar?open=${id}`);
    await page.getByRole("dialog", { name: title }).waitFor(soon);
    expect(new URL(page.url()).searchParams.get("day")).toBe(on);
  }
  // Also when the calendar it is on is switched off; the others stay hidden.
  await page.keyboard.press("Escape");
  await page.getByRole("checkbox", { name: "Noa Adler" }).click();
  await entry(page, "Weekly").waitFor({ state: "detached", ...soon });
  await page.goto(`${app.origin}/calendar?open=${once.id}`);
  await page.getByRole("dialog", { name: "Kickoff" }).waitFor(soon);
  expect(await entry(page, "Weekly").count()).toBe(0);
  expect(complaints).toEqual([]);
});

it("a series made for the night opens from its notification", async () => {
  const { page, complaints } = await person();
  await open(page, `day=${wednesday}`);
  const editor = page.getByRole("dialog", { name: "New meeting" });
  await page.keyboard.press("n");
  await editor.getByRole("textbox", { name: "Title" }).fill("Night watch");
  await editor.getByRole("spinbutton", { name: /hour/ }).fill("01");
  await editor.getByRole("button", { name: /Repeat/ }).click();
  await page.getByRole("menuitemradio", { name: /week/i }).first().click();
  await editor.getByRole("button", { name: "Create" }).click();
  await toast(page, "Meeting created").getByRole("link", { name: "Open" }).click();
  await page.getByRole("dialog", { name: "Night watch" }).waitFor(soon);
  expect(new URL(page.url()).searchParams.get("on")).toBe(wednesday);
  expect(complaints).toEqual([]);
  await page.context().close();
});

it("a calendar link is made, copied and replaced, and read without a session until then", async () => {
  const { page, complaints } = await person();
  await make(page, { title: "Kickoff", start: `${day(3)}T10:00` });
  await open(page, `day=${wednesday}`);
  await page.getByRole("button", { name: "Calendar link" }).click();
  const dialog = page.getByRole("dialog", { name: "Calendar link" });
  await dialog.getByRole("button", { name: "Create link" }).press("Enter");
  const link = dialog.getByRole("textbox", { name: "Link" });
  await link.waitFor(soon);
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "calendar-link");
  const url = await link.inputValue();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await dialog.getByRole("button", { name: "Copy link" }).click();
  await toast(page, "Calendar link copied").waitFor(soon);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
  const read = await fetch(url);
  expect([read.status, read.headers.get("content-type")]).toEqual([200, "text/calendar; charset=utf-8"]);
  expect(await read.text()).toContain("SUMMARY:Kickoff");
  const etag = read.headers.get("etag") ?? "";
  const head = await fetch(url, { method: "HEAD" });
  expect([head.status, head.headers.get("etag"), await head.text()]).toEqual([200, etag, ""]);
  expect((await fetch(url, { headers: { "if-none-match": `W/${etag}` } })).status).toBe(304);
  expect((await fetch(url, { method: "POST" })).status).toBe(404);
  await dialog.getByRole("button", { name: "New link" }).click();
  const question = page.getByRole("alertdialog", { name: "Replace the link?" });
  await question.getByRole("button", { name: "New link" }).press("Enter");
  await expect.poll(async () => (await link.isVisible()) && (await link.inputValue()) !== url, soon).toBe(true);
  expect((await fetch(url)).status).toBe(404);
  expect((await fetch(await link.inputValue())).status).toBe(200);
  expect((await fetch(`${app.origin}/calendar/feed/..%2f${"A".repeat(300)}.ics`)).status).toBe(404);
  expect(complaints).toEqual([]);
  await page.context().close();
});
