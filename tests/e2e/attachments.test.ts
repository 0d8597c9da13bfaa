import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type App, type Seat, startApp } from "./support/app.ts";
import { serious } from "./support/axe.ts";
import { day, toast } from "./support/calendar.ts";
import { call, makeLeads, settle } from "./support/person.ts";
import { keepPicture } from "./support/picture.ts";

const soon = { timeout: 20_000 };

let app: App;
let desk: Seat;
beforeAll(async () => {
  app = await startApp();
  desk = await app.open();
  await settle(desk.page, app.origin);
  await makeLeads(desk.page, app.origin, [{ name: "Galil Cold Storage" }]);
});
afterAll(() => app.close());

interface Made {
  readonly id: string;
}
const cardOf = async (page: Page): Promise<string> => {
  const { results } = (await call(page, app.origin, "cards.freeSearch", { query: "Galil", limit: 1 })) as { results: Made[] };
  return results[0]?.id ?? expect.fail();
};

interface Brought {
  readonly name: string;
  readonly type: string;
  /** Color of a picture; the text of any other file. */
  readonly content: string;
}
const plan: Brought = { name: "plan.pdf", type: "application/pdf", content: "%PDF-1.4 …" };
const roof: Brought = { name: "roof.png", type: "image/png", content: "#2e7d5b" };

/** Drops files on a place or pastes them into it, with optional text. */
const bring = (place: Locator, event: "drop" | "paste", files: readonly Brought[], text = "") =>
  place.evaluate(
    async (element, [type, all, words]) => {
      const data = new DataTransfer();
      for (const file of all) {
        const canvas = document.createElement("canvas");
        [canvas.width, canvas.height] = [640, 420];
        const context = canvas.getContext("2d");
        if (context) context.fillStyle = file.content;
        context?.fillRect(0, 0, 640, 420);
        const picture = await new Promise<Blob | null>((done) => canvas.toBlob(done));
        const parts = file.type === "image/png" && picture ? [picture] : [file.content];
        data.items.add(new File(parts, file.name, { type: file.type }));
      }
      if (words) data.setData("text/plain", words);
      const options = { bubbles: true, cancelable: true };
      if (type === "paste") element.dispatchEvent(new ClipboardEvent(type, { ...options, clipboardData: data }));
      else for (const name of ["dragover", type]) element.dispatchEvent(new DragEvent(name, { ...options, dataTransfer: data }));
    },
    [event, files, text] as const,
  );

async function choose(page: Page, button: Locator, files: readonly { name: string; bytes: number }[], byKeys = false) {
  const chooser = page.waitForEvent("filechooser");
  if (byKeys) {
    await button.focus();
    await page.keyboard.press("Enter");
  } else await button.click();
  await (
    await chooser
  ).setFiles(files.map(({ name, bytes }) => ({ name, mimeType: "text/plain", buffer: Buffer.alloc(bytes, "x") })));
}

const editor = (page: Page, name = "Write a comment") => page.getByRole("textbox", { name, exact: true });
const attached = (page: Page | Locator, name = "Attachments") => page.getByRole("list", { name });

it("files are dropped on a comment, pasted and chosen, refused with the reason, taken off, and sent", async () => {
  const { page, complaints } = desk;
  await page.goto(`${app.origin}/cards/leads/${await cardOf(page)}`);
  await page.getByRole("button", { name: "Comment", exact: true }).click();
  await editor(page).waitFor(soon);
  await page.keyboard.type("The plan as agreed");
  const form = page.locator("form").filter({ has: editor(page) });
  await bring(form, "drop", [plan, roof]);
  await bring(editor(page), "paste", [{ ...plan, name: "pasted.pdf" }]);
  // A spreadsheet brings a picture of its cells along.
  await bring(editor(page), "paste", [{ ...roof, name: "cells.png" }], "12 clamps");
  const button = form.getByRole("button", { name: "Attach files" });
  await choose(page, button, [{ name: "film.bin", bytes: Math.round(5.1 * 1_048_576) }]);
  await attached(form).getByText("File size must not exceed 5MB").waitFor(soon);
  for (const name of ["plan.pdf", "roof.png", "pasted.pdf"])
    await attached(form)
      .getByRole("button", { name: `Remove ${name}` })
      .waitFor(soon);
  expect(await attached(form).getByRole("listitem").count()).toBe(4);
  await keepPicture(page, "attach-composer");
  expect(await serious(page)).toEqual([]);
  await attached(form).getByRole("button", { name: "Remove film.bin" }).click();
  await choose(
    page,
    button,
    Array.from({ length: 8 }, (_, at) => ({ name: `${at}.txt`, bytes: 1 })),
  );
  await form.getByText("At most 10 files can be attached").waitFor(soon);
  await expect.poll(() => attached(form).getByRole("listitem").count()).toBe(10);
  for (let at = 0; at < 7; at++)
    await attached(form)
      .getByRole("button", { name: `Remove ${at}.txt` })
      .click();
  await attached(form).getByRole("button", { name: "Remove pasted.pdf" }).click();
  expect(await editor(page).textContent()).toContain("The plan as agreed");
  await editor(page).press("Control+Enter");
  const entry = page.getByRole("group", { name: "Entries" }).getByRole("article").filter({ hasText: "The plan as agreed" });
  await entry.getByRole("link", { name: "Open plan.pdf" }).waitFor(soon);
  await entry.getByRole("button", { name: "Open roof.png" }).click();
  await page.getByRole("dialog", { name: "roof.png" }).getByRole("img", { name: "roof.png" }).waitFor(soon);
  await page.keyboard.press("Escape");
  await keepPicture(page, "attach-entry");
  expect(await serious(page)).toEqual([]);
  // What was taken off before it was sent takes no storage.
  const stored = async () =>
    ((await call(page, app.origin, "files.list", { limit: 200 })) as { rows: { name: string }[] }).rows
      .map(({ name }) => name)
      .toSorted();
  await expect.poll(stored).toEqual(["plan.pdf", "roof.png"]);

  // A draft keeps its files.
  await editor(page).click();
  await choose(page, button, [{ name: "half.txt", bytes: 3 }], true);
  await attached(form).getByRole("button", { name: "Remove half.txt" }).waitFor(soon);
  await page.reload();
  await attached(form).getByRole("button", { name: "Remove half.txt" }).waitFor(soon);
  await form.getByRole("button", { name: /^Send/ }).click();
  await page.getByRole("group", { name: "Entries" }).getByRole("link", { name: "Open half.txt" }).waitFor(soon);
  expect(complaints).toEqual([]);
});

it("a task and a meeting have files, by keys and on a phone in Hebrew", async () => {
  const { page, complaints, context } = await app.open({ width: 390, height: 844, language: "he", theme: "dark", isPhone: true });
  await settle(page, app.origin, "he");
  const task = (await call(page, app.origin, "tasks.create", { title: "להזמין מהדקים", due: day(1) })) as Made;
  await page.goto(`${app.origin}/tasks?task=${task.id}`);
  const sheet = page.getByRole("dialog");
  const field = sheet.getByRole("group", { name: "קבצים מצורפים" });
  await choose(page, field.getByRole("button", { name: "צירוף קבצים" }), [{ name: "הצעה.txt", bytes: 5 }], true);
  await field.getByRole("button", { name: /הסרת.*הצעה\.txt/ }).waitFor(soon);
  await field.scrollIntoViewIfNeeded();
  await keepPicture(page, "attach-task-phone");
  expect(await serious(page)).toEqual([]);
  const files = async () => {
    const { attachments } = (await call(page, app.origin, "tasks.get", { taskId: task.id })) as { attachments: unknown[] };
    return attachments.length;
  };
  await expect.poll(files).toBe(1);
  await field.getByRole("button", { name: /הסרת.*הצעה\.txt/ }).click();
  await expect.poll(files).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});

it("a meeting has files, which are not kept when it is not made", async () => {
  const { page, complaints } = desk;
  await page.goto(`${app.origin}/calendar`);
  const dialog = page.getByRole("dialog", { name: "New meeting" });
  const field = dialog.getByRole("group", { name: "Attachments" });
  const title = dialog.getByRole("textbox", { name: "Title" });
  const begin = async (bringPlan: () => Promise<unknown>) => {
    await page.getByRole("button", { name: /New meeting/ }).click();
    await title.fill("Site visit");
    await bringPlan();
    await field.getByRole("button", { name: "Remove plan.pdf" }).waitFor(soon);
  };
  const stored = async () => ((await call(page, app.origin, "files.list", { search: "plan.pdf" })) as { total: number }).total;
  const before = await stored();
  await begin(() => bring(field, "drop", [plan]));
  expect(await stored()).toBe(before + 1);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect.poll(stored).toBe(before);
  // What is there again says what is not.
  const lost = field.getByText("plan.pdf was not uploaded. Attach it again.");
  await toast(page, "Discarded what you typed").getByRole("button", { name: "Undo" }).click();
  await lost.waitFor(soon);
  await bring(field, "drop", [plan]);
  await expect.poll(stored).toBe(before + 1);
  expect(await lost.count()).toBe(0);
  await page.keyboard.press("Escape");
  await expect.poll(stored).toBe(before);
  // One pastes where one writes.
  await begin(async () => {
    await lost.waitFor(soon);
    await bring(title, "paste", [plan]);
  });
  expect(await lost.count()).toBe(0);
  await field.scrollIntoViewIfNeeded();
  await keepPicture(page, "attach-meeting");
  expect(await serious(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Create meeting" }).click();
  await dialog.waitFor({ state: "hidden", ...soon });
  await page
    .getByRole("button", { name: /Site visit/ })
    .first()
    .click();
  await page.getByRole("link", { name: "Open plan.pdf" }).waitFor(soon);
  await keepPicture(page, "attach-meeting-peek");
  expect(complaints).toEqual([]);
});
