import { afterAll, beforeAll, it } from "vitest";
import { type App, startApp } from "./support/app.ts";
let app: App;
beforeAll(async () => { app = await startApp(); });
afterAll(() => app.close());
const paths = (process.env["SHOT_PATHS"] ?? "/").split(",");
const kinds = [["en","light",1440],["he","dark",1440],["ru","light",1440],["he","light",390],["hu","dark",390]] as const;
it("shots", async () => {
  for (const [language, theme, width] of kinds) for (const path of paths) {
    const { page, complaints, context } = await app.open({ language, theme, width });
    await page.goto(app.origin + path);
    await page.locator("main h1").first().waitFor();
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: `/tmp/public/${path.replaceAll("/", "_")}-${language}-${theme}-${width}.png`, fullPage: true });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (wide > 0 || complaints.length) console.log(path, language, width, "overflow", wide, complaints);
    await context.close();
  }
}, 200_000);
