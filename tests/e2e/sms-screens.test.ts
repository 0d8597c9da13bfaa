import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { type App, startApp } from "./support/app.ts";
import { serious } from "./support/axe.ts";
import { call, settle } from "./support/person.ts";
import { keepPicture } from "./support/picture.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const soon = { timeout: 20_000 };
const Phones = z.object({ messages: z.array(z.object({ text: z.string() })) });
let phones = 0;
/** A phone that nobody has had a code for. */
const newPhone = () => `+97254555${String(1_000 + ++phones)}`;
async function codeFor(phone: string): Promise<string> {
  const read = async () =>
    Phones.parse(await (await fetch(`${app.origin}/local/sms.json?to=${encodeURIComponent(phone)}`)).json()).messages;
  await expect.poll(async () => (await read()).length, soon).toBeGreaterThan(0);
  return /\d{6}/.exec((await read())[0]?.text ?? "")?.[0] ?? expect.fail("no code");
}
const Made = z.object({ id: z.string() });
/** Makes a verified sender, past the screens. */
async function makeSender(page: Page, name: string): Promise<void> {
  const phone = newPhone();
  const { id: senderId } = Made.parse(await call(page, app.origin, "sms.requestSender", { name, phone }));
  await call(page, app.origin, "sms.verifySender", { senderId, code: await codeFor(phone) });
}
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
const panel = (page: Page) => page.getByRole("dialog", { name: "SMS" });

describe("the senders, by keyboard", () => {
  it("keep the focus when one is verified or removed; a wrong code leaves so many tries; who becomes the default is said before", async () => {
    const { page, complaints } = await app.open();
    await settle(page, app.origin);
    await makeSender(page, "MeridianSun");
    await page.goto(`${app.origin}/settings/integrations?open=sms`);
    const { keyboard } = page;
    await panel(page).getByRole("button", { name: "Add a sender" }).focus();
    await keyboard.press("Enter");
    // What was wrong with the form is no longer said once it is right.
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
    await expect.poll(() => focused(page), soon).toBe("Actions for MeridianSvc");

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

  it("say in the form when the next code can be sent", async () => {
    const { page, complaints } = await app.open();
    await settle(page, app.origin);
    await page.goto(`${app.origin}/settings/integrations?open=sms`);
    const alert = panel(page).getByRole("alert");
    // Five in an hour, which may end meanwhile.
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
