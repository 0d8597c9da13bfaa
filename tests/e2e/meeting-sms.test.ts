import { afterAll, beforeAll, expect, it } from "vitest";
import { type App, startApp } from "./support/app.ts";
import { atRest } from "./support/at-rest.ts";
import { serious } from "./support/axe.ts";
import { settle } from "./support/person.ts";
import { keepPicture } from "./support/picture.ts";
import { smsOf } from "./support/sms.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const soon = { timeout: 20_000 };
const { textsTo, makeSender, leadWith } = smsOf(() => app);

it("a guest is invited by SMS, whose cost is shown before, and the SMS stands on their card", async () => {
  const { page, complaints } = await app.open();
  await settle(page, app.origin);
  await makeSender(page, "+972545559301");
  const phone = "+447911128301";
  const cardId = await leadWith(page, phone);
  await page.goto(`${app.origin}/cards/leads/${cardId}`);
  await page.getByRole("button", { name: "Meeting", exact: true }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "New meeting" });
  await dialog.getByRole("textbox", { name: "Title" }).fill("Pilot review");
  const invite = dialog.getByRole("checkbox", { name: "Send invitations by SMS" });
  await invite.waitFor(soon);
  // It can be ticked once what SMS need is known.
  await expect.poll(() => invite.isEnabled(), soon).toBe(true);
  await invite.press("Space");
  await dialog.getByText(/Invitation: \d SMS · \d+ SMS left/).waitFor(soon);
  await dialog.getByText(/invites you to Pilot review/).waitFor(soon);
  await atRest(page);
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "meeting-sms");
  await dialog.getByRole("button", { name: "Create meeting" }).press("Enter");
  await expect.poll(async () => (await textsTo(phone)).join(), soon).toMatch(/invites you to Pilot review.*\/rsvp\//s);
  await page.getByText("sent an invitation by SMS").waitFor(soon);
  await page.getByText("Delivered", { exact: true }).waitFor(soon);
  await keepPicture(page, "meeting-sms-timeline");
  // Guests get the changes too: the form shows their text, and its cost before it is saved.
  await page.getByRole("button", { name: "Pilot review" }).first().click();
  await page.getByRole("dialog", { name: "Pilot review" }).getByRole("button", { name: "Edit" }).press("Enter");
  const edit = page.getByRole("dialog", { name: "Edit meeting" });
  await edit.getByRole("checkbox", { name: "Send changes and cancellations by SMS" }).press("Space");
  await edit.getByText(/^Each change: \d SMS · \d+ SMS left/).waitFor(soon);
  await edit.getByText(/Changed: Pilot review/).waitFor(soon);
  expect(await edit.getByText(/invites you to/).count()).toBe(0);
  await keepPicture(page, "meeting-sms-edit");
  await edit.getByLabel("Location").fill("Hall 3");
  await edit.getByRole("button", { name: "Save" }).press("Enter");
  const asked = page.getByRole("alertdialog", { name: "Change meeting" });
  await asked.getByText(/^\d SMS will be sent · \d+ SMS left/).waitFor(soon);
  await keepPicture(page, "meeting-sms-change");
  await asked.getByRole("button", { name: "Save" }).press("Enter");
  await expect.poll(async () => (await textsTo(phone))[0], soon).toMatch(/Changed: Pilot review.*Hall 3/s);
  expect(complaints).toEqual([]);
  await page.context().close();
});
