import { gzipSync } from "node:zlib";
import { paidPlans, priceCurrency, seatPrices } from "@kartis/core/billing/rules.ts";
import { formatter } from "@kartis/i18n/format.ts";
import { languages } from "@kartis/i18n/languages.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type App, startApp } from "./support/app.ts";
import { atRest } from "./support/at-rest.ts";
import { settle } from "./support/person.ts";

const kilobyte = 1024;

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

describe("the public pages", () => {
  it.each(["/", "/careers", "/terms-and-conditions", "/documentation/views"])(
    "load at most 100 KB of JS, gzipped, and nothing of the app: %s",
    async (path) => {
      const { page, complaints } = await app.open();
      await page.goto(app.origin + path);
      await page.locator("main h1").waitFor();
      await atRest(page);
      const urls = await page.evaluate(() =>
        performance
          .getEntriesByType("resource")
          .map(({ name }) => name)
          .filter((name) => name.endsWith(".js")),
      );
      const sizes = await Promise.all(urls.map(async (url) => gzipSync(await (await page.request.get(url)).body()).length));
      const total = sizes.reduce((sum, size) => sum + size, 0);
      console.log(`JS of ${path}: ${Math.round(total / kilobyte)} KB gzipped`);
      expect(total).toBeLessThanOrEqual(100 * kilobyte);
      expect(urls.filter((url) => /\/(entry|cards|kit)-/.test(url))).toEqual([]);
      expect(complaints).toEqual([]);
    },
  );

  it("show a visitor the home page and a member their cards, from the same address", async () => {
    const { page, complaints } = await app.open();
    await page.goto(app.origin);
    await page.getByRole("heading", { name: "Every customer on one card" }).waitFor();
    const making = page.locator("section", { has: page.getByRole("heading", { name: "In the making" }) });
    expect(await making.getByRole("listitem").allInnerTexts()).toEqual(["Quotes and invoices", "Online payments"]);
    expect(await page.getByText(/its tasks and meetings/).count()).toBeGreaterThan(0);
    await page.getByRole("banner").getByRole("link", { name: "Start free trial" }).click();
    await page.getByRole("heading", { name: "Create an account" }).waitFor();
    await settle(page, app.origin);
    await page.goto(`${app.origin}/cards`);
    await page.getByRole("navigation", { name: "Main" }).waitFor();
    await page.goto(app.origin);
    await page.waitForURL("**/cards**");
    expect(complaints).toEqual([]);
  });

  it("show the product at work: a change on the sample card is undone and made again by keyboard", async () => {
    const { page, complaints } = await app.open();
    await page.goto(app.origin);
    const card = page.getByRole("group", { name: /^A card in Kartis/ });
    await card.getByRole("button", { name: "Undo: changed the price" }).press("Enter");
    await card.getByRole("button", { name: "Redo: changed the price" }).waitFor();
    expect(await card.getByText("₪ 312,000.00").count()).toBe(1);
    await card.getByRole("button", { name: "Redo: changed the price" }).press("Enter");
    await card.getByRole("button", { name: "Undo: changed the price" }).waitFor();
    expect(await card.getByText("₪ 312,000.00").count()).toBe(2);
    expect(complaints).toEqual([]);
  });

  it("show the prices from the plan definitions, monthly and yearly", async () => {
    const { page } = await app.open();
    await page.goto(app.origin);
    const format = formatter({ language: "en" });
    for (const [cycle, label] of [
      ["yearly", /^Yearly/],
      ["monthly", /^Monthly/],
    ] as const) {
      await page.getByRole("radio", { name: label }).check({ force: true });
      for (const plan of paidPlans) {
        const price = format.money(seatPrices[plan][cycle], priceCurrency, { whole: true });
        await page.locator("#prices").getByText(price, { exact: true }).waitFor();
      }
    }
  });

  it("fit at every width in every language, and a link to a section scrolls to it", async () => {
    for (const language of languages) {
      const { page, context } = await app.open({ language });
      for (const width of [360, 390, 768, 1024, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        // From a page to a section of itself, nothing would be loaded.
        await page.goto("about:blank");
        await page.goto(`${app.origin}/#contact`);
        await page.locator("main h1").waitFor();
        await page.waitForFunction(() => {
          const top = document.getElementById("contact")?.getBoundingClientRect().top ?? Number.NaN;
          return top >= -100 && top < innerHeight;
        });
        const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        expect(wider, `${language} at ${width}`).toBeLessThanOrEqual(0);
      }
      await context.close();
    }
  }, 120_000);

  it("follow the language, and the language of a link", async () => {
    const { page } = await app.open();
    await page.goto(app.origin);
    await page.getByRole("combobox", { name: "Language" }).first().selectOption("he");
    await page.getByRole("heading", { name: "כל לקוח על כרטיס אחד" }).waitFor();
    expect(await page.evaluate(() => document.documentElement.dir)).toBe("rtl");
    await page.goto(`${app.origin}/?lang=hu`);
    await page.getByRole("heading", { name: "Minden ügyfél egyetlen kártyán" }).waitFor();
  });

  it("accept a message: missing fields are marked, and the message is mailed", async () => {
    const { page, complaints } = await app.open();
    await page.goto(`${app.origin}/#contact`);
    const send = page.getByRole("button", { name: "Send message" });
    await page.getByLabel("Your name").fill("Noa Adler");
    await page.getByLabel("Company").fill("Meridian Solar");
    await page.getByLabel("Email").fill("noa@");
    await page.getByRole("textbox", { name: "Phone" }).fill("12345678901234567890");
    await page.getByLabel("What can we do for you?").fill("Please call");
    await send.click();
    await page.getByText("Enter an email address").waitFor();
    await page.getByLabel("Email").fill("noa@meridian.example");
    expect(await page.getByText("Enter an email address").count()).toBe(0);
    await send.click();
    // Only the server knows how long the numbers of a country are.
    await page.getByText("Enter a phone number").waitFor();
    expect(await page.getByLabel("What can we do for you?").inputValue()).toBe("Please call");
    await page.getByRole("textbox", { name: "Phone" }).fill("+972 50 234 5678");
    await send.click();
    await page.getByRole("status").getByText("We got your message").waitFor();
    await page.goto(`${app.origin}/local/mailbox`);
    await page.getByText("Contact: Noa Adler, Meridian Solar").first().waitFor();
    expect(complaints).toEqual([]);
  });

  it("find a topic of the documentation by a word of it", async () => {
    const { page, complaints } = await app.open();
    await page.goto(`${app.origin}/documentation`);
    await page.getByRole("searchbox").fill("duplicate");
    await page
      .locator("main")
      .getByRole("link", { name: /Merging/ })
      .first()
      .click();
    await page.getByRole("heading", { level: 1, name: /Merging/ }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/documentation/merging");
    await page.goto(`${app.origin}/documentation/no-such-topic`);
    await page.getByRole("heading", { name: "Documentation Not Found" }).waitFor();
    expect(complaints).toEqual([]);
  });
});
