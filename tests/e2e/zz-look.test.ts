import { it } from "vitest";
import { startApp } from "./support/app.ts";
import { call, settle } from "./support/person.ts";
const day = (after: number): string =>
  new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Jerusalem" }).format(Date.now() + after * 86_400_000);
it("looks", async () => {
  const app = await startApp();
  const out = "/tmp/repeat-look";
  for (const [language, theme, width] of [
    ["en", "light", 1440],
    ["he", "dark", 1440],
    ["he", "light", 390],
    ["en", "dark", 360],
    ["hu", "light", 1440],
    ["ru", "light", 390],
  ] as const) {
    const phone = width < 768;
    const { page } = await app.open({ language, theme, width, height: phone ? 844 : 900, isPhone: phone });
    try {
      await settle(page, app.origin, language);
      const ends = { type: "never" };
      await call(page, app.origin, "tasks.create", {
        title: "Update price list",
        due: day(0),
        repeat: { frequency: "week", every: 2, weekdays: ["MO", "WE"], weekStart: "SU", ends },
      });
      await call(page, app.origin, "tasks.create", {
        title: "Renew site insurance",
        due: day(-2),
        priority: "HIGH",
        repeat: {
          frequency: "year",
          every: 1,
          month: 12,
          on: { by: "weekday", week: "last", weekday: "FR" },
          ends: { type: "after", times: 5 },
        },
      });
      await page.goto(`${app.origin}/tasks`);
      const row = page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: "Update price list" }) });
      await row.first().waitFor({ timeout: 20000 });
      await page.screenshot({ path: `${out}/${language}-${theme}-${width}-list.png` });
      await row.click();
      const btn = page.locator("dl button").nth(1);
      await btn.waitFor({ timeout: 20000 });
      await page.screenshot({ path: `${out}/${language}-${theme}-${width}-peek.png` });
      await btn.click();
      await page.getByRole("menuitemradio").first().waitFor();
      await page.waitForTimeout(400);
      await page.screenshot({ path: `${out}/${language}-${theme}-${width}-menu.png` });
      if (language === "en" && width === 1440) {
        await page.getByRole("menuitemradio", { name: "Every day" }).click();
        await page.getByRole("alertdialog").first().getByRole("button", { name: "Undo" }).click();
        await page.waitForTimeout(2500);
        await page.screenshot({ path: `${out}/undo.png` });
        await btn.click();
      }
      await page.getByRole("menuitemradio").last().click();
      await page
        .getByRole("dialog")
        .last()
        .getByRole("spinbutton")
        .or(page.getByRole("dialog").last().getByRole("textbox"))
        .first()
        .waitFor();
      await page.waitForTimeout(400);
      await page.screenshot({ path: `${out}/${language}-${theme}-${width}-week.png` });
      const selects = page.getByRole("dialog").last().locator("button[aria-haspopup=listbox]");
      await selects.first().click();
      await page.getByRole("option").nth(3).click();
      await selects.last().click();
      await page.getByRole("option").nth(1).click();
      await page.waitForTimeout(300);
      await page.screenshot({ path: `${out}/${language}-${theme}-${width}-year.png` });
      await page.keyboard.press("Escape");
      await page.waitForTimeout(400);
      await page.screenshot({ path: `${out}/${language}-${theme}-${width}-leave.png` });
    } catch (error) {
      console.log(language, width, String(error));
      await page.screenshot({ path: `${out}/${language}-${theme}-${width}-error.png` });
    }
    await page.context().close();
  }
  await app.close();
}, 300_000);
