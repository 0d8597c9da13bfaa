import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { appCode } from "../support/authenticator.ts";
import { type App, startApp } from "./support/app.ts";
import { call, newAccount, settle } from "./support/person.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** A device signs at once, also what a browser only offers in a field: this browser offers nothing there. */
const offerNothing = (page: Page) =>
  page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });

/** Gives the page's browser a device that keeps passkeys; `recognize` sets whether it recognizes its user. */
async function passkeyDevice(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const credentials = async () => (await session.send("WebAuthn.getCredentials", { authenticatorId })).credentials;
  return {
    credentials,
    keep: (credential: Awaited<ReturnType<typeof credentials>>[number]) =>
      session.send("WebAuthn.addCredential", { authenticatorId, credential }),
    recognize: (isUserVerified: boolean) => session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
  };
}

describe("a passkey", () => {
  it("is added in the settings, signs in without a password, answers the second step, and is removed", async () => {
    const account = newAccount();
    const { page, complaints, context } = await app.open();
    await settle(page, app.origin, "en", account);
    const device = await passkeyDevice(page);
    await offerNothing(page);
    const dialog = page.getByRole("dialog");
    const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
    const signOut = async () => {
      await context.clearCookies({ name: /kartis/ });
      await page.goto(`${app.origin}/login`);
    };

    await page.goto(`${app.origin}/settings/user`);
    await press("Add a passkey");
    await dialog.getByLabel("Name of the passkey").fill("");
    await dialog.getByRole("button", { name: "Add a passkey" }).click();
    await dialog.getByText("Enter a name for the passkey").waitFor();
    await dialog.getByLabel("Name of the passkey").fill("Work laptop");
    await dialog.getByLabel("Current password").fill("not this one");
    await dialog.getByRole("button", { name: "Add a passkey" }).click();
    await dialog.getByText("This is not your current password").waitFor();
    await dialog.getByLabel("Current password").fill(account.password);
    await dialog.getByRole("button", { name: "Add a passkey" }).click();
    const row = page.getByRole("listitem").filter({ hasText: "Work laptop" });
    await row.getByText("Not used yet").waitFor();
    expect(await device.credentials()).toHaveLength(1);

    // A device that already has one says so, and identity need not be proven twice.
    await press("Add a passkey");
    await dialog.getByLabel("Current password").fill(account.password);
    await dialog.getByRole("button", { name: "Add a passkey" }).click();
    await dialog.getByText("has a passkey of yours already").waitFor();
    await dialog.getByLabel("Current password").waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });

    await press("Rename Work laptop");
    await dialog.getByLabel("Name of the passkey").fill("Blue laptop");
    await dialog.getByRole("button", { name: "Rename", exact: true }).click();
    await page.getByText("Blue laptop").waitFor();

    await device.recognize(false);
    await signOut();
    await press("Use a passkey");
    await page.getByRole("alert").waitFor();
    await device.recognize(true);
    await press("Use a passkey");
    await page.waitForURL(/cards/);

    const { secret } = (await call(page, app.origin, "identity.startTotp", {})) as { secret: string };
    await call(page, app.origin, "identity.enableTotp", { code: appCode(secret, Date.now() - 30_000) });
    await signOut();
    await page.getByLabel("Email").fill(account.email);
    await page.getByLabel("Password", { exact: true }).fill(account.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("heading", { name: "Two-step sign-in" }).waitFor();
    await press("Use a passkey");
    await page.waitForURL(/cards/);

    // A browser that offers it in the field for the address, with a password manager that has brought it there.
    const there = await app.open();
    const second = await passkeyDevice(there.page);
    for (const credential of await device.credentials()) await second.keep(credential);
    await there.page.goto(`${app.origin}/login`);
    await there.page.waitForURL(/cards/);

    await page.goto(`${app.origin}/settings/user`);
    await press("Remove Blue laptop");
    await dialog.getByLabel("Code from the app").fill(appCode(secret, Date.now()));
    await dialog.getByRole("button", { name: "Remove passkey" }).click();
    await page.getByText("You have no passkeys yet").waitFor();
    // The device was notified that the passkey no longer signs anybody in.
    await expect.poll(device.credentials).toEqual([]);
    expect([...complaints, ...there.complaints]).toEqual([]);
  });
});
