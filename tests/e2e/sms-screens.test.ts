import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type App, startApp } from "./support/app.ts";
import { atRest } from "./support/at-rest.ts";
import { serious } from "./support/axe.ts";
import { focusedText } from "./support/focused.ts";
import { settle } from "./support/person.ts";
import { keepPicture } from "./support/picture.ts";
import { smsOf } from "./support/sms.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => {
  // Those who borrow the cloud next find it as it was, also after a failure.
  await operator("fine");
  await app.close();
});

const soon = { timeout: 20_000 };
let phones = 0;
/** A phone that nobody has had a code for. */
const newPhone = () => `+97254555${String(1_000 + ++phones)}`;
const operator = (weather: string) =>
  fetch(`${app.origin}/local/sms/weather`, { method: "POST", body: new URLSearchParams({ weather }), redirect: "manual" });

const { codeFor, makeSender, leadWith } = smsOf(() => app);
/** Opens a lead with this number. */
const openLead = async (page: Page, phone: string) => page.goto(`${app.origin}/cards/leads/${await leadWith(page, phone)}`);
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
const panel = (page: Page) => page.getByRole("dialog", { name: "SMS" });

describe("the senders, by keyboard", () => {
  it("keep the focus when one is verified or removed; a wrong code shows how many tries are left; removing the default first names the next one", async () => {
    const { page, complaints } = await app.open();
    await settle(page, app.origin);
    await makeSender(page, newPhone());
    await page.goto(`${app.origin}/settings/integrations?open=sms`);
    const { keyboard } = page;
    await panel(page).getByRole("button", { name: "Add a sender" }).focus();
    await keyboard.press("Enter");
    // The form's error disappears once the input is right.
    await panel(page).getByLabel("Name or phone number").waitFor(soon);
    await keyboard.type("1");
    await keyboard.press("Enter");
    await page.getByRole("alertdialog").getByText("Check the form").waitFor(soon);
    await keyboard.press("Backspace");
    await keyboard.type("MeridianSvc");
    await keyboard.press("Tab");
    const phone = newPhone();
    await keyboard.type(phone);
    await keyboard.press("Enter");
    await panel(page).getByText("The code is valid for 10 minutes, 5 tries left.").waitFor(soon);
    await expect.poll(() => page.getByText("Check the form").count(), soon).toBe(0);
    const code = await codeFor(phone);
    await keyboard.type(code === "000000" ? "000001" : "000000");
    await panel(page).getByText("This code is wrong").waitFor(soon);
    await panel(page).getByText("The code is valid for 10 minutes, 4 tries left.").waitFor(soon);
    expect(await serious(page)).toEqual([]);
    await keyboard.type(code);
    await expect.poll(() => focusedText(page), soon).toMatch(/^MeridianSvcVerified/);
    // Many press Enter after a code, also where it has been sent by its last digit.
    await keyboard.press("Enter");
    await atRest(page);
    expect(await page.getByRole("menu").count()).toBe(0);
    await keyboard.press("Tab");
    expect(await focused(page)).toBe("Actions for MeridianSvc");

    await panel(page).getByRole("button", { name: "Actions for MeridianSun" }).focus();
    await keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Remove" }).press("Enter");
    const asked = page.getByRole("alertdialog", { name: /Remove the sender .?MeridianSun/ });
    await asked.getByText(/MeridianSvc.? becomes the default\./).waitFor(soon);
    await asked.getByRole("button", { name: "Remove" }).press("Enter");
    await panel(page)
      .getByText("MeridianSun")
      .waitFor({ state: "detached", ...soon });
    await expect.poll(() => focused(page), soon).toBe("Actions for MeridianSvc");
    await keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Remove" }).press("Enter");
    const last = page.getByRole("alertdialog", { name: /Remove the sender .?MeridianSvc/ });
    await last.getByText("Without a verified sender no SMS can be sent.").waitFor(soon);
    await last.getByRole("button", { name: "Remove" }).press("Enter");
    await panel(page)
      .getByText("MeridianSvc")
      .waitFor({ state: "detached", ...soon });
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest("section")?.ariaLabel), soon).toBe("Sender ids");
    expect(complaints.filter((one) => !one.includes("422"))).toEqual([]);
    await page.context().close();
  });

  it("show in the form when the next code can be sent", async () => {
    const { page, complaints } = await app.open();
    await settle(page, app.origin);
    await page.goto(`${app.origin}/settings/integrations?open=sms`);
    const alert = panel(page).getByRole("alert");
    // Five in an hour, which may end in between.
    for (let at = 0; at < 11 && (await alert.count()) === 0; at++) {
      const before = await panel(page).getByRole("listitem").count();
      const add = panel(page).getByRole("button", { name: "Add a sender" });
      if (await add.isVisible()) await add.click();
      await panel(page).getByLabel("Name or phone number").fill(`Sender ${at}`);
      await panel(page).getByLabel("Your phone, for the code").fill(newPhone());
      await panel(page).getByRole("button", { name: "Send the code" }).click();
      await expect
        .poll(async () => (await panel(page).getByRole("listitem").count()) > before || (await alert.count()) > 0, soon)
        .toBe(true);
    }
    await alert.getByText(/^Too many codes were sent within an hour\. Another can be sent in \d+ minutes?\.$/).waitFor(soon);
    expect(await page.getByText("Sign in another way").count()).toBe(0);
    expect(await page.getByRole("alertdialog").count()).toBe(0);
    await keepPicture(page, "sms-too-many-codes");
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

describe("an SMS on a card", () => {
  it("shows the number in the reader's language and notation, and counts up to the limit", async () => {
    const { page, complaints } = await app.open({ theme: "dark" });
    await settle(page, app.origin);
    await makeSender(page, newPhone());
    await page.goto(`${app.origin}/cards`);
    await page
      .getByRole("button", { name: /Noa Adler/ })
      .first()
      .click();
    await page.getByRole("menuitemradio", { name: "עברית" }).click();
    await page.getByRole("heading", { name: "כל הכרטיסים" }).first().waitFor(soon);
    await openLead(page, "+972502345678");
    await page.getByRole("button", { name: "SMS", exact: true }).and(page.locator(":enabled")).press("Enter");
    const form = page.getByRole("form", { name: "כתיבת SMS" });
    await form.getByRole("button", { name: "טלפון: \u2066050-234-5678\u2069" }).waitFor(soon);
    await form.getByText("נותרו 20 SMS", { exact: true }).waitFor(soon);
    await form.getByRole("textbox").fill("a".repeat(1_700));
    await form.getByText(/1,700.*1,530.*12 SMS/).waitFor(soon);
    expect(await serious(page)).toEqual([]);
    await keepPicture(page, "sms-write.he.dark");
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("that failed is no longer shown as in progress, and can be written again with one press", async () => {
    const { page, complaints } = await app.open();
    await settle(page, app.origin);
    await makeSender(page, newPhone());
    await openLead(page, "+447911128227");
    await operator("unreachable");
    await page.getByRole("button", { name: "SMS", exact: true }).and(page.locator(":enabled")).press("Enter");
    const text = page.getByRole("textbox", { name: "Write an SMS" });
    await text.fill("Are you there?");
    await page.keyboard.press("Control+Enter");
    await page.getByText("Not delivered. The phone could not be reached").waitFor(soon);
    await expect.poll(() => page.getByText("Sending the SMS").count(), { timeout: 3_000 }).toBe(0);
    await operator("fine");
    await atRest(page);
    await page.getByRole("button", { name: "Send again" }).press("Enter");
    await expect.poll(() => text.inputValue(), soon).toBe("Are you there?");
    expect(await text.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.press("Control+Enter");
    await page.getByText("Delivered", { exact: true }).waitFor(soon);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("whose outcome is unknown links to the outgoing messages, which show its recipient and its card", async () => {
    const { page, complaints } = await app.open();
    await settle(page, app.origin);
    await makeSender(page, newPhone());
    await openLead(page, "+447911128227");
    await operator("lost");
    await page.getByRole("button", { name: "SMS", exact: true }).and(page.locator(":enabled")).press("Enter");
    await page.getByRole("textbox", { name: "Write an SMS" }).fill("Are you there?");
    await page.keyboard.press("Control+Enter");
    const decide = page.getByRole("link", { name: "Decide in outgoing messages" });
    await decide.waitFor(soon);
    await operator("fine");
    await decide.press("Enter");
    const row = page.getByRole("list", { name: "Messages waiting for your decision" }).getByRole("listitem");
    await row.getByText(/To .*\+44 7911 128227/).waitFor(soon);
    await row.getByRole("link", { name: "Galil Cold Storage" }).waitFor(soon);
    expect(await serious(page)).toEqual([]);
    await keepPicture(page, "outgoing-sms");
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
