import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type App, type Seat, startApp } from "./support/app.ts";
import { atRest } from "./support/at-rest.ts";
import { day, soon } from "./support/calendar.ts";
import { call, makeLeads, settle, typeOf } from "./support/person.ts";

let app: App;
let seat: Seat;
beforeAll(async () => {
  app = await startApp();
  seat = await app.open({ width: 390, height: 844, isPhone: true });
  const { page } = seat;
  await settle(page, app.origin);
  await makeLeads(page, app.origin, [
    { name: "Galil Cold Storage", email: "galil@example.com", price: 31_200_000 },
    { name: "Arbel Winery" },
  ]);
  const find = async (query: string) => {
    const found = (await call(page, app.origin, "cards.freeSearch", { query, limit: 1 })) as { results: { id: string }[] };
    return found.results[0]?.id;
  };
  await call(page, app.origin, "cards.remove", { cardId: await find("Arbel") });
  const action = { kind: "createTask", title: "Call", due: { amount: 1, unit: "days" }, assignee: "owner" };
  automation = (
    (await call(page, app.origin, "automations.create", {
      cardTypeId: (await typeOf(page, app.origin, "leads")).id,
      name: "Call new leads",
      definition: { trigger: { kind: "cardCreated" }, filter: null, steps: [{ id: "s1", kind: "action", action }] },
    })) as { id: string }
  ).id;
  const cardId = await find("Galil");
  address = `/cards/leads/${cardId}`;
  await call(page, app.origin, "tasks.create", { title: "Order clamps", due: day(0), cardId });
});
afterAll(() => app.close());
let address: string;
let automation: string;

/**
 * What is pressed within less than 44 pixels: from the middle of each target outwards, as far as a finger still meets it. A neighbor may begin sooner to its
 * sides, where there are several in a row; links within a text are as high as its lines (WCAG 2.5.5).
 */
const tooSmall = (page: Page) =>
  page.evaluate(() => {
    const targets =
      'button, a[href], input, select, textarea, [role="checkbox"], [role="radio"], [role="switch"], [role="tab"], [role="option"], [role^="menuitem"], label:has(input)';
    const name = (element: Element) =>
      `${element.tagName.toLowerCase()} ${element.getAttribute("aria-label") ?? element.textContent?.trim().slice(0, 40) ?? ""}`;
    const found: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>(targets)) {
      if (
        !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) ||
        element.closest("[inert], [aria-hidden='true']")
      )
        continue;
      // A box that is drawn by its label is pressed within that.
      if (element.matches("label input")) continue;
      element.scrollIntoView({ block: "center", behavior: "instant" });
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      const meets = (atX: number, atY: number) => {
        const hit = document.elementFromPoint(atX, atY);
        return hit !== null && (element.contains(hit) || (hit.closest("label")?.contains(element) ?? false));
      };
      if (right - left < 3 || !meets(x, y)) continue;
      // A press beside it opens the row, which is a target of its own.
      if (element.matches('[role="row"] a')) continue;
      if (getComputedStyle(element).display === "inline" && element.matches("a")) continue;
      const reach = (dx: number, dy: number) => {
        let far = 0;
        while (far < 22 && meets(x + dx * (far + 1), y + dy * (far + 1))) far++;
        return far;
      };
      const isFree = (dx: number) => {
        const hit = document.elementFromPoint(x + dx * 22, y);
        return hit !== null && hit.closest(targets) === null;
      };
      // The border of a box belongs to the box.
      const minimum = element.matches("input, select, textarea") ? 40 : 42;
      const height = reach(0, -1) + reach(0, 1);
      const [start, end] = [reach(-1, 0), reach(1, 0)];
      const isNarrow = (start < 21 && isFree(-1)) || (end < 21 && isFree(1));
      if (height < minimum || isNarrow) found.push(`${name(element)}: ${start + end} × ${height}`);
    }
    return [...new Set(found)];
  });

it("whatever is pressed on a phone is met within 44 pixels", { timeout: 180_000 }, async () => {
  const { page, complaints } = seat;
  const found: Record<string, readonly string[]> = {};
  const measure = async (name: string) => {
    await atRest(page);
    found[name] = await tooSmall(page);
  };
  const paths = [
    "/tasks",
    "/calendar",
    "/settings",
    "/settings/members",
    "/cards/trash",
    "/automations",
    "/settings/templates?template=TASK_EMAIL_REMINDER",
  ];
  const ofAutomation = ["", "/runs"].map((tab) => `/automations/${automation}${tab}`);
  for (const path of [...ofAutomation, "/cards/leads", address, `${address}?tab=activity`, `${address}?tab=files`, ...paths]) {
    await page.goto(`${app.origin}${path}`);
    await page.locator("h1").first().waitFor(soon);
    await measure(path.replace(/(?:crd|aut)_[^/?]*/, "one"));
  }
  await page.goto(`${app.origin}/tasks`);
  await page.getByRole("textbox", { name: "Add a task" }).pressSequentially("Call Dana tomorrow");
  await measure("line that adds a task");
  await page.getByText("Order clamps").first().tap();
  await page.getByRole("dialog", { name: "Task" }).waitFor(soon);
  await measure("task");
  await page.goto(`${app.origin}/calendar`);
  await page.getByRole("button", { name: "New meeting" }).first().tap();
  await page.getByRole("dialog", { name: "New meeting" }).waitFor(soon);
  await measure("meeting");
  await page.goto(`${app.origin}/cards/leads`);
  await page.getByRole("button", { name: "New record" }).tap();
  await page.getByRole("dialog", { name: "New record" }).waitFor(soon);
  await measure("record");
  expect(Object.entries(found).filter(([, small]) => small.length > 0)).toEqual([]);
  expect(complaints).toEqual([]);
});
