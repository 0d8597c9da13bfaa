import { systemClock } from "@kartis/core/kernel/clock.ts";
import type { OrgId } from "@kartis/core/kernel/id.ts";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod";
import { switchOn } from "../support/features.ts";
import { type App, startApp } from "./support/app.ts";
import { atRest } from "./support/at-rest.ts";
import { serious } from "./support/axe.ts";
import { call, makeLeads, settle } from "./support/person.ts";
import { keepPicture } from "./support/picture.ts";

const soon = { timeout: 20_000 };

let app: App;
beforeAll(async () => {
  app = await startApp();
  // What the platform switches, it does as a function would.
  Object.assign(process.env, app.cloud.environment);
});
afterAll(() => app.close());

const Me = z.object({ organization: z.object({ id: z.custom<OrgId>() }) });
const Stored = z.object({
  templates: z.array(z.object({ name: z.string(), attachments: z.array(z.object({ name: z.string() })) })),
});
const Found = z.object({ results: z.array(z.object({ id: z.string() })) });

/** Chooses files by keyboard. */
async function choose(page: Page, button: Locator, files: readonly { name: string; bytes: number }[]) {
  const chooser = page.waitForEvent("filechooser");
  await button.focus();
  await page.keyboard.press("Enter");
  const brought = files.map(({ name, bytes }) => ({ name, mimeType: "text/plain", buffer: Buffer.alloc(bytes, "x") }));
  await (await chooser).setFiles(brought);
}

it("files are attached to a template, go into an email that is begun with it, and are taken off, which an undo takes back", async () => {
  const { page, complaints } = await app.open();
  await settle(page, app.origin);
  const { organization } = Me.parse(await call(page, app.origin, "identity.me", {}));
  await switchOn({ orgId: organization.id, clock: systemClock }, "content-templates");
  await makeLeads(page, app.origin, [{ name: "Galil Cold Storage" }]);
  const attached = (within: Page | Locator = page) => within.getByRole("list", { name: "Attachments" });
  const stored = async () =>
    Stored.parse(await call(page, app.origin, "templates.list", {})).templates.find(({ name }) => name === "Offer")?.attachments;

  await page.goto(`${app.origin}/settings/templates?template=new`);
  await page.getByRole("textbox", { name: "Name" }).fill("Offer");
  await page.getByRole("textbox", { name: "Subject", exact: true }).fill("Our offer");
  await page.getByRole("textbox", { name: "Text", exact: true }).fill("Please find our prices attached.");
  const attach = page.getByRole("button", { name: "Attach files" });
  await choose(page, attach, [
    { name: "prices.txt", bytes: 2_000 },
    { name: "large.txt", bytes: 5 * 1_048_576 + 1 },
  ]);
  await attached().getByText("File size must not exceed 5MB").waitFor(soon);
  await attached().getByRole("button", { name: "Remove large.txt" }).press("Enter");
  await attached().getByText("2 kB").waitFor(soon);
  expect(await page.getByRole("button", { name: "Send test to me" }).isEnabled()).toBe(true);
  await page.keyboard.press("Control+s");
  await page.getByText("Template saved").waitFor(soon);
  expect(await stored()).toEqual([{ name: "prices.txt" }]);
  // What is shown as the reader's has it too.
  await page.getByRole("complementary", { name: "Preview" }).getByText("prices.txt").waitFor(soon);
  await keepPicture(page, "template-files");
  await page.locator("iframe").evaluate((frame) => frame.remove());
  expect(await serious(page)).toEqual([]);

  const { results } = Found.parse(await call(page, app.origin, "cards.freeSearch", { query: "Galil", limit: 1 }));
  await page.goto(`${app.origin}/cards/leads/${results[0]?.id}`);
  await page.getByRole("button", { name: "Email", exact: true }).click();
  const form = page.getByRole("form", { name: "Write an email" });
  const use = async () => {
    await form.getByRole("button", { name: "Template", exact: true }).press("Enter");
    await page.getByRole("menuitem", { name: "Offer" }).press("Enter");
    await attached(form).getByText("prices.txt").waitFor(soon);
  };
  await use();
  await form.getByRole("textbox", { name: "Write an email" }).click();
  await page.keyboard.press("Control+z");
  await attached(form).waitFor({ state: "detached", ...soon });
  await use();
  await keepPicture(page, "mail-with-template-files");
  // Taken off the email it stays with the template.
  await attached(form).getByRole("button", { name: "Remove prices.txt" }).press("Enter");
  await attached(form).waitFor({ state: "detached", ...soon });
  await use();
  expect(await stored()).toEqual([{ name: "prices.txt" }]);
  await form.getByRole("textbox", { name: "To", exact: true }).fill("dana@customer.example");
  await page.keyboard.press("Enter");
  await form.getByRole("button", { name: /^Send/ }).click();
  await page.getByRole("article").getByText("prices.txt").first().waitFor(soon);

  await page.goto(`${app.origin}/settings/templates`);
  await page.getByRole("link", { name: "Offer" }).click();
  await attached().getByRole("button", { name: "Remove prices.txt" }).press("Enter");
  await page.getByRole("region", { name: "1 unsaved change" }).getByRole("button", { name: "Save", exact: true }).click();
  await expect.poll(stored, soon).toEqual([]);
  await page.getByRole("button", { name: "Undo" }).click();
  await attached().getByText("prices.txt").waitFor(soon);
  await atRest(page);
  await page.getByRole("button", { name: "Compare and restore" }).press("Enter");
  await page.getByRole("dialog").getByText("None").waitFor(soon);
  await keepPicture(page, "template-files-versions");
  expect(complaints).toEqual([]);
});
