import { afterAll, beforeAll, expect, it } from "vitest";
import { type App, startApp } from "./support/app.ts";
import { violations } from "./support/axe.ts";
import { makeLeads, newAccount, settle } from "./support/person.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

it("a link to a card, opened signed out, leads to that card through the sign-in page; so does a session that expires during work", async () => {
  const account = newAccount();
  const { page, context, complaints } = await app.open();
  await settle(page, app.origin, "en", account);
  await makeLeads(page, app.origin, [{ name: "Galil Cold Storage" }]);
  await page.goto(`${app.origin}/cards/leads`);
  await page.getByRole("link", { name: "Galil Cold Storage" }).first().click();
  await page.getByRole("heading", { name: "Galil Cold Storage" }).waitFor();
  const wanted = `${new URL(page.url()).pathname}?from=mail`;

  await context.clearCookies();
  await page.goto(`${app.origin}${wanted}`);
  const enter = async () => {
    await page.waitForURL(/\/login\?next=/);
    await page.getByLabel("Email").fill(account.email);
    await page.getByLabel("Password", { exact: true }).fill(account.password);
    await page.locator("form button[type=submit]").click();
    await page.getByRole("heading", { name: "Galil Cold Storage" }).waitFor();
    expect(page.url()).toBe(`${app.origin}${wanted}`);
  };
  await enter();
  await context.clearCookies({ name: /kartis/ });
  await page.reload();
  await enter();

  // Somebody who is already signed in is sent past the sign-in pages.
  await page.goto(`${app.origin}/login?next=${encodeURIComponent("//evil.example/")}`);
  await page.waitForURL(`${app.origin}/cards`);
  await page.goto(`${app.origin}/welcome`);
  await page.waitForURL(`${app.origin}/cards`);
  expect(complaints).toEqual([]);
}, 120_000);

it("/welcome asks nothing of somebody who is signed out", async () => {
  const { page, complaints } = await app.open();
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("organizations.")) asked.push(request.url());
  });
  await page.goto(`${app.origin}/welcome`);
  await page.waitForURL(`${app.origin}/login`);
  await page.getByLabel("Email").waitFor();
  expect(asked).toEqual([]);
  expect(complaints).toEqual([]);
});

it("an unknown address keeps the app's shell for members, and asks nobody to sign in", async () => {
  const stranger = await app.open();
  await stranger.page.goto(`${app.origin}/no/such/page`);
  await stranger.page.getByRole("heading", { name: "Page not found" }).waitFor();
  await stranger.page.getByRole("button", { name: "Go to home" }).waitFor();
  expect(new URL(stranger.page.url()).pathname).toBe("/no/such/page");

  const { page, complaints } = await app.open();
  await settle(page, app.origin);
  await page.goto(`${app.origin}/cards`);
  await page.getByRole("button", { name: "New record" }).first().waitFor();
  await page.goto(`${app.origin}/no/such/page`);
  await page.getByRole("heading", { name: "Page not found" }).waitFor();
  await page.getByRole("navigation").first().waitFor();
  await page.getByRole("button", { name: "New record" }).first().waitFor();
  await page.getByRole("button", { name: "Go to home" }).click();
  await page.waitForURL(`${app.origin}/cards`);
  expect([...complaints, ...stranger.complaints]).toEqual([]);
}, 120_000);

it("steps with a single field focus it", async () => {
  const { page } = await app.open();
  await page.goto(`${app.origin}/login`);
  await page.getByRole("button", { name: "Sign in with an emailed code" }).click();
  await page.keyboard.type("noa@meridian.example");
  await page.keyboard.press("Enter");
  await page.getByLabel("Code").waitFor();
  await page.keyboard.type("12");
  expect(await page.getByLabel("Code").inputValue()).toBe("12");
});

it("signing in, signing up and a forgotten password begin in their first field; on a phone the keyboard waits to be asked for", async () => {
  const { page, complaints } = await app.open();
  const focused = (on = page) => on.evaluate(() => document.activeElement?.getAttribute("name") ?? null);
  await page.goto(`${app.origin}/login`);
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await expect.poll(() => focused()).toBe("email");
  await page.keyboard.type("noa@meridian.example");
  expect(await violations(page, { tags: ["wcag2a", "wcag2aa", "wcag22aa"] })).toEqual([]);
  await page.getByRole("button", { name: "Forgot password" }).click();
  await expect.poll(() => focused()).toBe("email");
  expect(await page.getByLabel("Email").inputValue()).toBe("noa@meridian.example");
  await page.goto(`${app.origin}/login?way=signUp`);
  await page.getByLabel("Name").waitFor();
  await expect.poll(() => focused()).toBe("name");

  const phone = await app.open({ width: 390, height: 844, isPhone: true });
  for (const [address, field] of [
    ["/login", "Email"],
    ["/login?way=signUp", "Name"],
  ] as const) {
    await phone.page.goto(`${app.origin}${address}`);
    await phone.page.getByLabel(field).waitFor();
    expect(await focused(phone.page)).toBeNull();
  }
  expect([...complaints, ...phone.complaints]).toEqual([]);
});
