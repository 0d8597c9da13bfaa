import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { focusedText } from "./support/focused.ts";
import { appCode } from "../support/authenticator.ts";
import { mailedCode } from "../support/mailbox.ts";
import { type App, startApp } from "./support/app.ts";
import { call, newAccount, settle, signIn } from "./support/person.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

describe("two-step sign-in", () => {
  it("is asked for after a password, an e-mailed code, a reset and a confirmed address", async () => {
    const account = newAccount();
    const owner = await app.open();
    await settle(owner.page, app.origin, "en", account);
    const { secret } = (await call(owner.page, app.origin, "identity.startTotp", {})) as { secret: string };
    // The code of the half minute before counts too, which leaves the present one for the first sign-in.
    const code = appCode(secret, Date.now() - 30_000);
    const { recoveryCodes } = (await call(owner.page, app.origin, "identity.enableTotp", { code })) as {
      recoveryCodes: string[];
    };
    const { page, complaints, context } = await app.open();
    const submit = page.locator("form button[type=submit]");
    const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
    const secondStep = () => page.getByRole("heading", { name: "Two-step sign-in" }).waitFor();
    const recover = async (at: number) => {
      await secondStep();
      await press("Use a recovery code");
      await page.getByLabel("Recovery code").fill((recoveryCodes[at] ?? "").toLowerCase());
      await submit.click();
      await page.waitForURL(/cards/);
      await context.clearCookies({ name: /kartis/ });
      await page.goto(`${app.origin}/login`);
    };
    const mailed = async (done: Page) => done.getByLabel("Code").fill(await mailedCode(app.origin, account.email));

    await page.goto(`${app.origin}/login`);
    await page.getByLabel("Email").fill(account.email);
    await page.getByLabel("Password", { exact: true }).fill(account.password);
    await submit.click();
    await secondStep();
    await submit.click();
    await page.getByText("Enter the 6-digit code").first().waitFor();
    await page.getByLabel("Code").fill("000000");
    await submit.click();
    await page.getByText("This code is incorrect or has expired. Request a new one.").waitFor();
    await page.getByLabel("Code").fill(appCode(secret, Date.now()));
    await submit.click();
    await page.waitForURL(/cards/);
    await context.clearCookies({ name: /kartis/ });

    await page.goto(`${app.origin}/login`);
    await press("Sign in with an emailed code");
    await page.getByLabel("Email").fill(account.email);
    await submit.click();
    await page.getByLabel("Code").waitFor();
    await mailed(page);
    await submit.click();
    await recover(0);

    await press("Forgot password");
    await page.getByLabel("Email").fill(account.email);
    await submit.click();
    await page.getByLabel("Code").waitFor();
    await mailed(page);
    await page.getByLabel("Password", { exact: true }).fill("another long password");
    await submit.click();
    await recover(1);

    await press("Create an account");
    await page.getByLabel("Name").fill(account.name);
    await page.getByLabel("Email").fill(account.email);
    await page.getByLabel("Password", { exact: true }).fill(account.password);
    await submit.click();
    await page.getByRole("button", { name: "Confirm" }).waitFor();
    await mailed(page);
    await submit.click();
    await recover(2);
    expect(complaints).toEqual([]);
  });
});

describe("the profile", () => {
  it("changes the name that colleagues see, sets up two-step sign-in, changes the password and signs out other devices", async () => {
    const account = newAccount();
    const { page, complaints } = await app.open();
    await settle(page, app.origin, "en", account);
    const there = await app.open();
    await signIn(there.page, app.origin, account);
    const press = (name: string) => page.getByRole("button", { name, exact: true }).click();

    await page.goto(`${app.origin}/settings`);
    await page
      .getByRole("main")
      .getByRole("link", { name: /Profile and sign-in/ })
      .click();
    await page.getByLabel("Name", { exact: true }).fill("Noa Katz");
    await page.getByRole("textbox", { name: "Phone" }).fill("12");
    await press("Save");
    await page.getByText("Enter a valid phone").or(page.locator("[slot=errorMessage]")).first().waitFor();
    await page.getByRole("textbox", { name: "Phone" }).fill("050-234-5678");
    await press("Save");
    await expect.poll(() => page.getByRole("textbox", { name: "Phone" }).inputValue()).toBe("+972 50 234 5678");
    await page.getByRole("button", { name: "Noa Katz" }).waitFor();
    const saved = page.waitForResponse(/profile\.update/);
    await page.getByRole("switch", { name: "Cards and chats that others assign to you" }).press("Space");
    await saved;
    await page.reload();
    await expect
      .poll(() => page.getByRole("switch", { name: "Cards and chats that others assign to you" }).isChecked())
      .toBe(false);
    expect(await page.getByRole("switch", { name: "Plan limits, for owners and admins" }).isChecked()).toBe(true);

    await page.getByRole("listitem").filter({ hasText: "Last used" }).waitFor();
    await page.getByRole("listitem").filter({ hasText: "Last used" }).getByRole("button").click();
    await page.getByRole("listitem").filter({ hasText: "Last used" }).waitFor({ state: "detached" });
    await there.page.goto(`${app.origin}/cards`);
    await there.page.waitForURL(/login/);

    await press("Change password");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Current password").fill("not this one");
    await dialog.getByLabel("New password").fill("another long password");
    await dialog.getByRole("button", { name: "Change password" }).click();
    await dialog.getByText("This is not your current password").waitFor();
    await dialog.getByLabel("Current password").fill(account.password);
    await dialog.getByRole("button", { name: "Change password" }).click();
    await page.getByText("Password changed").waitFor();

    await press("Set up two-step sign-in");
    await dialog.getByRole("img", { name: "QR code for the authenticator app" }).waitFor();
    const secret = ((await dialog.locator("code").textContent()) ?? "").replaceAll(" ", "");
    await dialog.getByLabel("Code shown in the app").fill(appCode(secret, Date.now()));
    await dialog.getByRole("button", { name: "Turn on" }).click();
    await page.getByRole("dialog", { name: "Save your recovery codes" }).waitFor();
    expect(await dialog.getByRole("listitem").count()).toBe(10);
    const recoveryCode = (await dialog.getByRole("listitem").first().textContent()) ?? "";
    await dialog.getByRole("button", { name: "I have saved them" }).press("Enter");
    await page.getByText("10 recovery codes are left").waitFor();
    await expect.poll(() => focusedText(page)).toBe("New recovery codes");
    await press("Turn off two-step sign-in");
    await dialog.getByLabel("Code from the app").fill(recoveryCode);
    await page.keyboard.press("Enter");
    await expect.poll(() => focusedText(page)).toBe("Set up two-step sign-in");
    await page.getByRole("button", { name: "Set up two-step sign-in" }).waitFor();
    expect(complaints).toEqual([]);
  });
});

describe("signing in with Google", () => {
  it("chooses an account, asks for the second step, and says when it did not work", async () => {
    const { page, complaints, context } = await app.open();
    const email = `google.${Date.now()}@meridian.example`;
    const choose = async (address: string) => {
      await page.goto(`${app.origin}/login`);
      await page.getByRole("link", { name: "Continue with Google" }).click();
      await page.getByLabel("Email").fill(address);
      await page.getByLabel("Name").fill("Noa Adler");
      await page.getByRole("button", { name: "Continue" }).click();
    };
    await choose(email);
    await page.waitForURL(/welcome/);
    await page.getByText(email).waitFor();
    const { secret } = (await call(page, app.origin, "identity.startTotp", {})) as { secret: string };
    await call(page, app.origin, "identity.enableTotp", { code: appCode(secret, Date.now() - 30_000) });

    await context.clearCookies({ name: /kartis/ });
    await choose(email);
    await page.getByRole("heading", { name: "Two-step sign-in" }).waitFor();
    expect(page.url()).not.toContain("challenge");
    await page.getByLabel("Code").fill(appCode(secret, Date.now()));
    await page.locator("form button[type=submit]").click();
    await page.waitForURL(/welcome/);

    await context.clearCookies({ name: /kartis/ });
    await choose("noa@somewhere.outside");
    await page.getByText("Google does not manage this address").waitFor();
    expect(complaints).toEqual([]);
  });
});
