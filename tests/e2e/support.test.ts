import { afterAll, beforeAll, expect, it } from "vitest";
import { type App, startApp } from "./support/app.ts";
import { settle } from "./support/person.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

it("Contact us keeps what was typed after a press outside, marks missing fields, and mails what is sent", async () => {
  const { page, complaints } = await app.open();
  await settle(page, app.origin);
  await page.goto(`${app.origin}/cards/leads`);
  await page.getByRole("button", { name: "Contact us" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Contact us" });
  await dialog.getByRole("button", { name: "Send message" }).click();
  expect(
    await dialog
      .getByText("This is required")
      .or(dialog.getByText(/required/i))
      .count(),
  ).toBeGreaterThan(0);
  await dialog.getByLabel("Title").fill("Where is my export?");
  await page.mouse.click(5, 5);
  await expect.poll(() => dialog.isVisible()).toBe(true);
  await dialog.getByLabel("Description").fill("It should be here.\nIt is not.");
  await dialog.getByRole("button", { name: "Send message" }).click();
  await page.getByText("We are on it!").waitFor();
  expect(await page.getByText("We got your message and will get back to you soon").isVisible()).toBe(true);
  expect(await dialog.isVisible()).toBe(false);

  const mailbox = await app.open();
  await expect
    .poll(async () => {
      await mailbox.page.goto(`${app.origin}/local/mailbox`);
      return mailbox.page.content();
    })
    .toContain("Where is my export?");

  await page.getByRole("button", { name: "Contact us" }).first().click();
  await dialog.getByLabel("Title").fill("Another");
  await page.keyboard.press("Escape");
  await expect.poll(() => dialog.isVisible()).toBe(false);
  expect(complaints).toEqual([]);
});
