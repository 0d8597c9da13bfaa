import type { Page } from "playwright-core";

const folder = process.env["KARTIS_SHOTS"];

/** Keeps a picture of the page where `KARTIS_SHOTS` names a folder: a test passes where a screen is ugly, so somebody looks. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}
