import type { OrgId } from "@kartis/core/kernel/id.ts";
import { systemClock } from "@kartis/core/kernel/clock.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod";
import { switchOn } from "../support/features.ts";
import { type App, type Seat, startApp } from "./support/app.ts";
import { call, makeLeads, settle } from "./support/person.ts";
import { keepPicture } from "./support/picture.ts";

let app: App;
let seat: Seat;
beforeAll(async () => {
  app = await startApp();
  // What the platform switches, it does as a function would.
  Object.assign(process.env, app.cloud.environment);
  seat = await app.open();
  await settle(seat.page, app.origin);
  await makeLeads(
    seat.page,
    app.origin,
    Array.from({ length: 45 }, (_, at) => ({ name: `Lead ${String(at + 1).padStart(2, "0")}` })),
  );
});
afterAll(() => app.close());

it.each(["/cards/leads", "/cards", "/settings/user", "/settings/organization", "/settings/roles-and-permissions"])(
  "%s has a way to its end, which goes once one is there",
  async (path) => {
    const { page, complaints } = seat;
    await page.setViewportSize({ width: 1440, height: 560 });
    await page.goto(app.origin + path);
    const down = page.getByRole("button", { name: "Scroll to bottom" });
    await down.waitFor();
    await keepPicture(page, `scroll${path.replaceAll("/", "-")}`);
    await down.focus();
    await page.keyboard.press("Enter");
    await down.waitFor({ state: "detached" });
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(complaints).toEqual([]);
  },
  60_000,
);

it("Tab in the search takes the first result, highlighted or not, even before it has loaded", async () => {
  const { page } = seat;
  await page.goto(`${app.origin}/cards/leads`);
  await page.getByRole("row", { name: /Lead 45/ }).waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("Lead 07");
  await page.keyboard.press("Tab");
  const search = page.getByRole("search");
  await search.getByText("Lead 07").waitFor();
  expect(await search.getByRole("combobox").inputValue()).toBe("");
  expect(await search.getByRole("combobox").evaluate((input) => input === document.activeElement)).toBe(true);
});

it("Escape in a new record keeps a draft, and says so when it is opened again; Cancel discards it, and Undo brings it back", async () => {
  const { page, complaints } = seat;
  await page.goto(`${app.origin}/cards/leads`);
  await page.getByRole("row", { name: /Lead 45/ }).waitFor();
  await page.keyboard.press("n");
  const dialog = page.getByRole("dialog");
  const name = dialog.getByRole("textbox", { name: /^Name/ });
  await name.fill("Half a lead");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await page.keyboard.press("n");
  await dialog.getByText("What you typed before is here again.").waitFor();
  expect(await name.inputValue()).toBe("Half a lead");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
  const discarded = page.getByRole("alertdialog").filter({ hasText: "Discarded what you typed" });
  await discarded.getByRole("button", { name: "Undo" }).click();
  await dialog.getByText("What you typed before is here again.").waitFor();
  expect(await name.inputValue()).toBe("Half a lead");
  await keepPicture(page, "new-record-draft");
  await dialog.getByRole("button", { name: "Start over" }).click();
  expect(await name.inputValue()).toBe("");
  await name.fill("A whole lead");
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await page.keyboard.press("n");
  expect(await name.inputValue()).toBe("");
  expect(complaints).toEqual([]);
});

const Me = z.object({ organization: z.object({ id: z.custom<OrgId>() }) });

it("long words are whole: beside large numbers, in the calendar's places, in the bell and on a narrow phone", async () => {
  const hungarian = await app.open({ language: "hu" });
  const { page } = hungarian;
  await settle(page, app.origin, "hu");
  await page.route("**/api/trpc/**", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replace(/("pluralName":"[^]*?"count":)\d+/g, "$112345"),
    });
  });
  await page.goto(`${app.origin}/cards/leads`);
  const places = page.getByRole("complementary");
  await places
    .getByText(/12.345/)
    .first()
    .waitFor();
  /** Words on two lines, and texts that are cut. */
  const broken = () =>
    places.evaluate((aside) => {
      const found: string[] = [];
      const texts = document.createTreeWalker(aside, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const { currentNode: node } = texts;
        const box = node.parentElement;
        if (box && getComputedStyle(box).textOverflow === "ellipsis" && box.scrollWidth > box.clientWidth)
          found.push(box.textContent);
        for (const { 0: word, index } of (node.textContent ?? "").matchAll(/[\p{L}]+/gu)) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          if (range.getClientRects().length > 1) found.push(word);
        }
      }
      return found;
    });
  expect(await broken()).toEqual([]);
  await keepPicture(page, "hungarian-places");

  await page.getByRole("button", { name: "Értesítések" }).click();
  const centre = page.getByRole("dialog", { name: "Értesítések" });
  const last = await centre.getByRole("button", { name: "Kártyák szerint" }).boundingBox();
  const around = await centre.boundingBox();
  if (!last || !around) throw new Error("The notifications are not shown");
  expect(last.x + last.width).toBeLessThanOrEqual(around.x + around.width);

  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.goto(`${app.origin}/calendar`);
  await places.getByRole("button", { name: "Naptár hivatkozása" }).waitFor();
  expect(await broken()).toEqual([]);
  await hungarian.context.close();

  const russian = await app.open({ language: "ru", width: 360, height: 740, isPhone: true });
  await settle(russian.page, app.origin, "ru");
  const { organization } = Me.parse(await call(russian.page, app.origin, "identity.me", {}));
  await switchOn({ orgId: organization.id, clock: systemClock }, "dashboard");
  await russian.page.goto(`${app.origin}/cards/leads`);
  const tabs = russian.page.getByRole("navigation", { name: "Главное меню" });
  await tabs.getByText("Сводка").waitFor();
  await tabs.getByText("Календарь").waitFor();
  const gaps = await tabs.evaluate((bar) => {
    const boxes = [...bar.querySelectorAll("a, button")].map((tab) => {
      const range = document.createRange();
      range.selectNodeContents(tab);
      return range.getBoundingClientRect();
    });
    return boxes.slice(1).map(({ left }, index) => left - (boxes[index]?.right ?? 0));
  });
  expect(gaps.length).toBe(4);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(6);
  await keepPicture(russian.page, "russian-tabs");
  await russian.context.close();
});
