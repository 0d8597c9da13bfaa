import type * as Client from "@kartis/api-client/kartis.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type App, startApp } from "./support/app.ts";
import { violations } from "./support/axe.ts";
import { call, settle, typeOf } from "./support/person.ts";
import { keepPicture } from "./support/picture.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

it("a token is made, shown once, works as far as it was given, and no longer once it is removed", async () => {
  const { page } = await app.open();
  await settle(page, app.origin);
  await page.goto(`${app.origin}/settings`);
  await page.getByRole("main").getByRole("link", { name: "API" }).click();
  await page.getByRole("button", { name: "New token" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Create token" }).click();
  await dialog.getByText("Required").waitFor();
  await dialog.getByLabel("Name").fill("Website form");
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Create token" }).click();
  await page.getByRole("dialog", { name: "Your new token" }).waitFor();
  const secret =
    (await page
      .locator("code", { hasText: /^kartis_/ })
      .last()
      .textContent()) ?? "";
  await page.getByRole("button", { name: "Done" }).click();
  await page
    .getByRole("row", { name: /Website form/ })
    .getByText("Never")
    .waitFor();
  expect(await page.content()).not.toContain(secret);

  const headers = { authorization: `Bearer ${secret}` };
  const ask = (method: string, data?: unknown) =>
    fetch(`${app.origin}/api/v1/card-types`, {
      method,
      headers: { ...headers, "content-type": "application/json" },
      ...(data === undefined ? {} : { body: JSON.stringify(data) }),
    });
  const listed = await ask("GET");
  expect(listed.status).toBe(200);
  expect(JSON.stringify(await listed.json())).toContain("Leads");
  expect((await ask("POST", { draft: {} })).status).toBe(403);

  // The client that the page offers works as it is downloaded.
  const files = await Promise.all(["kartis.js", "kartis.d.ts"].map((file) => fetch(`${app.origin}/developers/${file}`)));
  const [script = "", types = ""] = await Promise.all(files.map((file) => file.text()));
  expect(types).toContain("declare function kartis");
  const { kartis }: typeof Client = await import(`data:text/javascript;base64,${Buffer.from(script).toString("base64")}`);
  const api = kartis({ token: secret, origin: app.origin });
  expect((await api.GET("/card-types")).data?.some(({ name }) => name === "Lead")).toBe(true);
  expect((await api.GET("/roles")).error).toBeUndefined();
  await page.getByRole("link", { name: "kartis.js" }).waitFor();
  await keepPicture(page, "api-client");

  await page.getByRole("button", { name: "Remove Website form" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove token" }).click();
  await page.getByText("No tokens yet").waitFor();
  expect((await ask("GET")).status).toBe(401);
});

it("the explorer tries a call with the reader's own permissions, and shows it as a curl command", async () => {
  const { page } = await app.open();
  await settle(page, app.origin);
  await page.goto(`${app.origin}/settings/api?tab=explorer`);
  await page.getByRole("searchbox", { name: "Search operations" }).fill("create a card");
  await page.getByRole("link", { name: "POST Create a card", exact: true }).click();
  expect(new URL(page.url()).searchParams.get("operation")).toBe("cards.create");
  expect(await violations(page)).toEqual([]);
  await page.getByLabel("Body (JSON)").fill("{");
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByText("This is not valid JSON").waitFor();
  await page.reload();
  const body = page.getByLabel("Body (JSON)");
  // The example uses one of the organization's card types once they have loaded.
  const { id } = await typeOf(page, app.origin, "leads");
  await expect.poll(() => body.inputValue()).toContain(id);
  const example = (await body.inputValue()).replace("Example Ltd", "Made in the explorer");
  await body.fill(example);
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByText(/^201/).waitFor();
  await page.getByTestId("answer").getByText("Made in the explorer").waitFor();
  await page.getByText(/curl -X POST .*\/api\/v1\/cards'/).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.goto(`${app.origin}/cards`);
  await page.getByText("Made in the explorer").waitFor();
});

it.each([
  { language: "en", theme: "light", width: 1440 },
  { language: "he", theme: "dark", width: 1440 },
  { language: "he", theme: "light", width: 390 },
] as const)("reads in $language, $theme, at $width, without a sideways scroll or an obstacle", async (look) => {
  const { page } = await app.open(look);
  await settle(page, app.origin, look.language);
  const grants = { "CARDS.read": "ORGANIZATION", "CARDS.update": "ORGANIZATION" };
  for (const name of ["Website form", "אתר החברה"])
    await call(page, app.origin, "tokens.create", { name, grants, expiresInDays: 30 });
  const see = async (name: string) => {
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await keepPicture(page, `${name}-${look.language}-${look.theme}-${look.width}`);
  };
  await page.goto(`${app.origin}/settings/api`);
  await page.getByText("Website form").waitFor();
  await see("tokens");
  await page.goto(`${app.origin}/settings/api?tab=explorer`);
  await page.getByText("Search cards of a type", { exact: true }).waitFor();
  await see("operations");
  await page.goto(`${app.origin}/settings/api?tab=explorer&operation=cards.search`);
  await page.locator("button[type=submit]").click();
  await page.getByTestId("answer").waitFor();
  await see("explorer");
  await page.goto(`${app.origin}/settings/api`);
  await page.locator("main button[data-variant=primary]").click();
  await page.getByRole("dialog").locator("label:has([type=radio])").nth(2).click();
  await see("dialog");
});
