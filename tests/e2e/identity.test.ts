import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { appCode } from "../support/authenticator.ts";
import { mailedCode } from "../support/mailbox.ts";
import { type App, startApp } from "./support/app.ts";
import { call, newAccount, settle } from "./support/person.ts";

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
    await page.getByText("The code is not right or no longer valid").waitFor();
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
