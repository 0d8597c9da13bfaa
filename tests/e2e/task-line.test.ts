import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type App, startApp } from "./support/app.ts";
import { serious } from "./support/axe.ts";
import { soon } from "./support/calendar.ts";
import { call, join, makeLeads, newAccount } from "./support/person.ts";
import { mailedInvitation } from "../support/mailbox.ts";
import { row, tasksOf } from "./support/tasks.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const { person } = tasksOf(() => app);
const lineOf = (page: Page) => page.getByRole("textbox", { name: "Add a task" });
const willBe = (page: Page) => page.getByRole("main").getByRole("status");

async function addMembers(page: Page, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const account = { ...newAccount(), name };
    await call(page, app.origin, "members.invite", {
      emails: [account.email],
      systemRole: "ADMIN",
      roleId: null,
      language: "en",
    });
    const other = await app.open();
    await join(other.page, app.origin, account, "en");
    const token = (await mailedInvitation(app.origin, account.email)).split("/").at(-1);
    await call(other.page, app.origin, "invitations.accept", { token });
    await other.context.close();
  }
}

it("of two cards of one name it asks which, and the task is about the one that is chosen", async () => {
  const { page, complaints, context } = await person();
  await makeLeads(page, app.origin, [
    { name: "Dana Levi", email: "north@levi.example" },
    { name: "Dana Levi", email: "south@levi.example" },
  ]);
  await page.goto(`${app.origin}/tasks`);
  const line = lineOf(page);
  await line.pressSequentially("Call Dana Levi tomorrow");
  const which = willBe(page).getByRole("button", { name: "Choose from 2 cards with this name" });
  await which.waitFor(soon);
  await line.press("Enter");
  expect(await row(page, "Call Dana Levi").getByRole("link").count()).toBe(0);

  await line.pressSequentially("Visit Dana Levi");
  await which.waitFor(soon);
  await which.focus();
  await page.keyboard.press("Enter");
  const menu = page.getByRole("menu", { name: "Choose from 2 cards with this name" });
  await menu.getByRole("menuitemradio", { name: /north@levi\.example/ }).waitFor(soon);
  expect(await serious(page)).toEqual([]);
  await menu.getByRole("menuitemradio", { name: /south@levi\.example/ }).click();
  await willBe(page).getByRole("button", { name: "Dana Levi" }).waitFor(soon);
  await line.press("Enter");
  // “Open” shows it beside the list one is in.
  const made = page.getByRole("alertdialog").filter({ hasText: "Task created" });
  await made.getByRole("link", { name: "Open" }).click();
  await page.getByRole("complementary", { name: "Task", exact: true }).waitFor(soon);
  expect(new URL(page.url()).search).toMatch(/^\?task=act_\w+$/);
  await row(page, "Visit Dana Levi").getByRole("link", { name: "Dana Levi" }).click();
  await page.getByText("south@levi.example").first().waitFor(soon);
  expect(complaints).toEqual([]);
  await context.close();
});

it("“@” offers people, by keyboard and by touch, until the line says who it is for", async () => {
  const { page, complaints, context } = await person();
  await addMembers(page, ["Nadav Bar", "Tal Peretz"]);
  await page.goto(`${app.origin}/tasks?list=team`);
  const line = lineOf(page);
  const list = page.getByRole("listbox", { name: "Assign" });
  await line.pressSequentially("Call Dana @");
  await list.getByRole("option", { name: "Tal Peretz" }).waitFor(soon);
  await line.pressSequentially("n");
  await expect
    .poll(
      () =>
        list
          .getByRole("option")
          .allInnerTexts()
          .then((names) => names.toSorted()),
      soon,
    )
    .toEqual(["Nadav Bar", "Noa Adler"]);
  expect(await serious(page)).toEqual([]);
  // Around the end of the list too.
  const names = await list.getByRole("option").allInnerTexts();
  for (let at = 0; at < names.indexOf("Nadav Bar") + names.length; at++) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  expect(await line.inputValue()).toBe("Call Dana @Nadav Bar ");
  await willBe(page).getByText("Nadav Bar").waitFor(soon);
  await list.waitFor({ state: "detached" });
  await page.keyboard.press("Enter");
  await row(page, "Call Dana").waitFor(soon);

  // The list closes once a person is chosen, and on Escape.
  await line.pressSequentially("Visit @tal");
  await willBe(page).getByText("Tal Peretz").waitFor(soon);
  await list.waitFor({ state: "detached" });
  await page.keyboard.press("Enter");
  await row(page, "Visit").waitFor(soon);
  await line.pressSequentially("Mail @");
  await list.waitFor(soon);
  await page.keyboard.press("Escape");
  await list.waitFor({ state: "detached" });
  expect(await line.inputValue()).toBe("Mail @");

  const phone = await app.open({ width: 390, height: 844, isPhone: true });
  await phone.context.addCookies(await context.cookies());
  await phone.page.goto(`${app.origin}/tasks?list=team`);
  await lineOf(phone.page).pressSequentially("Order @n");
  const option = phone.page.getByRole("option", { name: "Nadav Bar" });
  await option.waitFor(soon);
  expect((await option.boundingBox())?.height).toBe(44);
  await option.tap();
  await willBe(phone.page).getByText("Nadav Bar").waitFor(soon);
  expect(await lineOf(phone.page).inputValue()).toBe("Order @Nadav Bar ");
  expect([...complaints, ...phone.complaints]).toEqual([]);
  await phone.context.close();
  await context.close();
});

it("on a phone the marks are under their words in a line longer than its field, and the date is shown once", async () => {
  const { page, complaints, context } = await person({ width: 390, height: 844, isPhone: true });
  await page.goto(`${app.origin}/tasks`);
  const line = lineOf(page);
  await line.pressSequentially("Ask the workshop about the clamps for the new roof of the winery tomorrow");
  await willBe(page).getByText("Tomorrow").waitFor(soon);
  expect(await page.getByText("Tomorrow", { exact: true }).filter({ visible: true }).count()).toBe(1);
  await page.getByRole("button", { name: /^Due date: Tomorrow/ }).waitFor(soon);
  const ends = () =>
    line.evaluate((input: HTMLInputElement) => {
      const mark = input.parentElement?.querySelector("mark")?.getBoundingClientRect();
      // The words end where the text ends, which is scrolled as far as it goes.
      return Math.abs((mark?.right ?? 0) - (input.getBoundingClientRect().left + input.scrollWidth - input.scrollLeft));
    });
  await expect.poll(ends, soon).toBeLessThan(3);
  expect(await line.evaluate((input) => input.scrollLeft)).toBeGreaterThan(0);
  expect(complaints).toEqual([]);
  await context.close();
});
