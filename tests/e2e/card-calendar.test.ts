import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type App, type Seat, startApp } from "./support/app.ts";
import { serious } from "./support/axe.ts";
import { keepPicture } from "./support/picture.ts";
import { type Account, arriveLive, call, settle, signIn, typeOf } from "./support/person.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const soon = { timeout: 20_000 };
const wednesday = "2027-03-10";
const thursday = "2027-03-11";

interface Deals {
  readonly typeId: string;
  readonly closeDate: string;
}
interface Made {
  readonly id: string;
  readonly version: number;
}
type Person = Seat & Deals & { account: Account };

/** Opens a calendar of closing dates of deals as a new person. */
async function person(options?: Parameters<App["open"]>[0]): Promise<Person> {
  const seat = await app.open(options);
  const account = await settle(seat.page, app.origin, options?.language ?? "en");
  const type = await typeOf(seat.page, app.origin, "deals");
  const closeDate = type.fields.find(({ key }) => key === "closeDate")?.id ?? expect.fail("no date");
  return { ...seat, account, typeId: type.id, closeDate };
}

const make = ({ page, typeId, closeDate }: Person, name: string, date?: string) =>
  call(page, app.origin, "cards.create", {
    typeId,
    fields: { name, ...(date ? { [closeDate]: date } : {}) },
  }) as Promise<Made>;

/** The date that the deal has by now. */
async function dateOf({ page, closeDate }: Person, { id }: Made): Promise<unknown> {
  const response = await page.request.get(`${app.origin}/api/trpc/cards.get?input=${encodeURIComponent(JSON.stringify({ id }))}`);
  const body: { result: { data: { fields: Record<string, unknown> } } } = await response.json();
  return body.result.data.fields[closeDate];
}

const entry = (page: Page, title: string) => page.locator("[data-entry] > button[tabindex]", { hasText: title });
const entryOn = (page: Page, day: string, title: string) => page.locator(`[data-day="${day}"] [data-entry]`, { hasText: title });
const dayOf = (page: Page, day: string) => page.locator(`[data-day="${day}"]`);

async function dragTo(page: Page, title: string, day: string): Promise<void> {
  const from = await entry(page, title).boundingBox();
  const to = await dayOf(page, day).first().boundingBox();
  if (!from || !to) throw new Error("not shown");
  await page.mouse.move(from.x + 20, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + 60, from.y + 20, { steps: 3 });
  await page.mouse.move(to.x + to.width / 2, to.y + to.height - 8, { steps: 4 });
  await page.mouse.up();
}

describe("the dates of cards on the calendar", () => {
  it("are chosen, shown in every view beside meetings, opened, edited in place, dragged, undone and moved by keys", async () => {
    const who = await person();
    const { page, complaints } = who;
    const galil = await make(who, "Galil Cold Storage", wednesday);
    await make(who, "Undated");
    await call(page, app.origin, "meetings.create", {
      title: "Kickoff",
      start: `${wednesday}T10:00`,
      timeZone: "Asia/Jerusalem",
    });
    await call(page, app.origin, "tasks.create", { title: "Send offer", due: wednesday });
    await page.goto(`${app.origin}/calendar?view=month&day=${wednesday}`);
    await entry(page, "Kickoff").waitFor(soon);
    expect(await entry(page, "Galil").count()).toBe(0);
    await page.getByRole("checkbox", { name: "Deals · Close date" }).click();
    await entryOn(page, wednesday, "Galil Cold Storage").waitFor(soon);
    expect(await page.locator("[data-entry]").count()).toBe(3);
    expect(await serious(page)).toEqual([]);
    await keepPicture(page, "dates-month");

    for (const view of ["week", "day", "agenda"]) {
      await page.goto(`${app.origin}/calendar?view=${view}&day=${wednesday}`);
      await page.getByRole("button", { name: /^Galil Cold Storage, Deal, Close date, Wednesday/ }).waitFor(soon);
      await keepPicture(page, `dates-${view}`);
    }
    await page.getByRole("link", { name: "Galil Cold Storage" }).waitFor();
    await page.goto(`${app.origin}/calendar?view=month&day=${wednesday}`);
    await entry(page, "Galil").click();
    const peek = page.getByRole("dialog", { name: "Galil Cold Storage" });
    await peek.getByRole("link", { name: "Open the card" }).waitFor(soon);
    expect(new URL(page.url()).searchParams.get("open")).toBe(galil.id);
    expect(await serious(page)).toEqual([]);
    await keepPicture(page, "dates-peek");
    await peek.getByRole("button", { name: "Edit Close date" }).press("Enter");
    await page.getByRole("textbox", { name: "Close date" }).fill("12/03/2027");
    await page.keyboard.press("Enter");
    await expect.poll(() => dateOf(who, galil), soon).toBe("2027-03-12");
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Edit close date");
    await peek.getByRole("button", { name: "Close", exact: true }).press("Enter");
    await peek.waitFor({ state: "detached" });
    await expect.poll(() => entry(page, "Galil").evaluate((element) => element.matches(":focus")), soon).toBe(true);

    await dragTo(page, "Galil", thursday);
    await expect.poll(() => dateOf(who, galil), soon).toBe(thursday);
    await entryOn(page, thursday, "Galil").waitFor();
    await page.getByRole("button", { name: "Undo" }).last().click();
    await expect.poll(() => dateOf(who, galil), soon).toBe("2027-03-12");
    await entryOn(page, "2027-03-12", "Galil").waitFor(soon);

    await entry(page, "Galil").focus();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await expect.poll(() => dateOf(who, galil), soon).toBe("2027-03-04");

    // Kept for the next visit, and only for who chose it.
    await page.reload();
    await entryOn(page, "2027-03-04", "Galil").waitFor(soon);
    await page.getByRole("checkbox", { name: "Deals · Close date" }).click();
    await entry(page, "Galil").waitFor({ state: "detached", ...soon });
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("have their names before which date it is, and an agenda beside what is open keeps its days apart from its rows", async () => {
    const who = await person({ width: 1280, height: 800 });
    const { page } = who;
    const name = "Galil Cold Storage and Sons";
    await make(who, name, "2027-09-08");
    await page.goto(`${app.origin}/calendar?view=month&day=2027-09-08`);
    await page.getByRole("checkbox", { name: /Deals · Close date/ }).click();
    await entry(page, name).waitFor(soon);
    const widths = await entry(page, name).evaluate((press) => {
      const [title, label] = [...press.querySelectorAll("bdi")].map((each) => each.getBoundingClientRect().width);
      return { title: title ?? 0, label: label ?? 0, all: press.getBoundingClientRect().width };
    });
    expect(widths.label).toBeLessThan(8);
    expect(widths.title).toBeGreaterThan(widths.all * 0.7);
    await keepPicture(page, "dates-month-names");
    await page.goto(`${app.origin}/calendar?view=agenda&day=2027-09-08`);
    const row = page.locator("[data-entry]", { hasText: name });
    await row.locator("button[tabindex]").click();
    await page.getByRole("complementary").filter({ hasText: name }).waitFor(soon);
    const edges = () =>
      row.evaluate((element) => {
        const head = element.closest('[role="listitem"]:has(h2)')?.querySelector("h2");
        const range = document.createRange();
        if (head) range.selectNodeContents(head);
        return { words: range.getBoundingClientRect().right, row: element.getBoundingClientRect().left };
      });
    await keepPicture(page, "dates-agenda-beside");
    const { words, row: left } = await edges();
    expect(words).toBeGreaterThan(0);
    expect(words).toBeLessThan(left);
    await page.context().close();
  });

  it("are live, and a clash of two who move one is shown with both dates", async () => {
    const who = await person();
    const { page } = who;
    const deal = await make(who, "Galil", wednesday);
    await page.goto(`${app.origin}/calendar?view=month&day=${wednesday}`);
    await page.getByRole("checkbox", { name: "Deals · Close date" }).click();
    await entry(page, "Galil").waitFor(soon);
    await arriveLive(page, () => page.reload());
    await entry(page, "Galil").waitFor(soon);
    const other = await app.open();
    await signIn(other.page, app.origin, who.account);
    const update = (id: string, date: string) =>
      call(other.page, app.origin, "cards.update", { cardId: id, fields: { [who.closeDate]: date } });
    await update(deal.id, thursday);
    await entryOn(page, thursday, "Galil").waitFor(soon);
    const late = await make(who, "Almog", "2027-08-01");
    await update(late.id, wednesday);
    await entryOn(page, wednesday, "Almog").waitFor(soon);

    // The other's change is on its way to this browser while it sends its own.
    await page.route(
      "**/api/trpc/cards.update*",
      async (route) => {
        await update(deal.id, "2027-03-17");
        await route.continue();
      },
      { times: 1 },
    );
    await dragTo(page, "Galil", wednesday);
    const peek = page.getByRole("dialog", { name: "Galil" });
    await peek.getByRole("alert").waitFor(soon);
    await keepPicture(page, "dates-clash");
    await peek.getByRole("button", { name: "Use yours" }).click();
    await expect.poll(() => dateOf(who, deal), soon).toBe(wednesday);
    await other.context.close();
    await page.context().close();
  });
});

describe("the calendar of a list of cards", () => {
  it("shows them by a date, filtered and searched, moves them, makes one on a day, and names those without a date", async () => {
    const who = await person();
    const { page, complaints } = who;
    const galil = await make(who, "Galil Cold Storage", wednesday);
    await make(who, "Almog Marine", thursday);
    await make(who, "Undated");
    await page.goto(`${app.origin}/cards/deals?at=${wednesday}`);
    await page.getByRole("button", { name: "View options" }).click();
    await page.getByRole("radio", { name: "Calendar" }).click();
    await page.keyboard.press("Escape");
    await entryOn(page, wednesday, "Galil Cold Storage").waitFor(soon);
    await entryOn(page, thursday, "Almog Marine").waitFor(soon);
    expect(new URL(page.url()).searchParams.get("display")).toBe("calendar");
    expect(await serious(page)).toEqual([]);
    await keepPicture(page, "card-calendar");

    await page
      .getByRole("searchbox", { name: /Search/ })
      .last()
      .fill("Almog");
    await entry(page, "Galil").waitFor({ state: "detached", ...soon });
    await entry(page, "Almog").waitFor();
    await page
      .getByRole("searchbox", { name: /Search/ })
      .last()
      .fill("");
    await entry(page, "Galil").waitFor(soon);

    await dragTo(page, "Galil", "2027-03-15");
    await expect.poll(() => dateOf(who, galil), soon).toBe("2027-03-15");
    await entry(page, "Galil").focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await expect.poll(() => dateOf(who, galil), soon).toBe("2027-03-16");

    const empty = await dayOf(page, "2027-03-18").boundingBox();
    if (!empty) throw new Error("not shown");
    await page.mouse.click(empty.x + empty.width / 2, empty.y + empty.height - 12);
    const form = page.getByRole("dialog", { name: "New record" });
    await form.getByRole("textbox", { name: "Name" }).fill("Haifa Port");
    await keepPicture(page, "card-calendar-new");
    await page.keyboard.press("Enter");
    await entryOn(page, "2027-03-18", "Haifa Port").waitFor(soon);

    await page.getByRole("radio", { name: "Week" }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get("at"), soon).toMatch(/^week:2027-03-/);
    await keepPicture(page, "card-calendar-week");
    await page.goBack();
    await entry(page, "Haifa Port").click();
    await page.getByRole("dialog", { name: "Haifa Port" }).getByRole("link", { name: "Open the card" }).click();
    await page.getByRole("heading", { level: 1, name: "Haifa Port" }).waitFor(soon);
    await page.goBack();
    await entry(page, "Haifa Port").waitFor(soon);

    await page.getByRole("button", { name: "1 card without close date" }).click();
    await page
      .getByRole("rowheader", { name: "Undated" })
      .or(page.getByRole("link", { name: "Undated" }))
      .first()
      .waitFor(soon);
    // The rows before stay until the others are here.
    await page.getByText("Galil Cold Storage").waitFor({ state: "detached", ...soon });
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("is a saved view, in Hebrew from the right, and fits a phone", async () => {
    const who = await person({ language: "he", isPhone: true, width: 360, height: 740 });
    const { page, complaints } = who;
    await make(who, "גליל אחסון בקירור", wednesday);
    await call(page, app.origin, "views.create", {
      typeId: who.typeId,
      name: "סגירות",
      slug: "closing",
      state: { display: "calendar", calendarBy: who.closeDate },
    });
    await page.goto(`${app.origin}/cards/deals?view=closing&at=${wednesday}`);
    await entry(page, "גליל").waitFor(soon);
    expect(await serious(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    const first = await dayOf(page, "2027-03-07").boundingBox();
    const last = await dayOf(page, "2027-03-13").boundingBox();
    expect(first?.x).toBeGreaterThan(last?.x ?? 0);
    await keepPicture(page, "card-calendar-phone-he");
    await entry(page, "גליל").tap();
    await page.getByRole("dialog").getByRole("link", { name: "פתיחת הכרטיס" }).waitFor(soon);
    await keepPicture(page, "card-calendar-phone-peek-he");
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("has a header of two lines on the narrowest phone, however long its words are", async () => {
    for (const language of ["ru", "hu"] as const) {
      const who = await person({ language, isPhone: true, width: 360, height: 740 });
      const { page, complaints } = who;
      for (const name of ["A", "B", "C"]) await make(who, name);
      const header = page.locator("header", { has: page.locator("[aria-live=polite]") });
      for (const address of [`/cards/deals?display=calendar&at=${wednesday}`, `/calendar?view=month&day=${wednesday}`]) {
        await page.goto(`${app.origin}${address}`);
        const controls = header.getByRole("button").or(header.getByRole("radio"));
        await controls.nth(4).waitFor(soon);
        const lines = await controls.evaluateAll((all) => {
          const middles = all.map((one) => one.getBoundingClientRect()).map(({ top, bottom }) => Math.round((top + bottom) / 20));
          return new Set(middles).size;
        });
        await keepPicture(page, `calendar-narrow-${language}-${address.includes("deals") ? "deals" : "month"}`);
        expect(lines, `${language} ${address}`).toBe(2);
        const isWhole = (element: Element) => element.scrollWidth <= element.clientWidth;
        expect(await header.locator("h1, h2").evaluate(isWhole), `${language} ${address}`).toBe(true);
      }
      expect(complaints).toEqual([]);
      await page.context().close();
    }
  });

  it("is a table where the type has no date, and its address says so", async () => {
    const { page, complaints } = await person();
    await call(page, app.origin, "cards.create", {
      typeId: (await typeOf(page, app.origin, "products")).id,
      fields: { name: "Panel 410" },
    });
    await page.goto(`${app.origin}/cards/products?display=calendar`);
    await page.getByRole("link", { name: "Panel 410" }).waitFor(soon);
    await expect.poll(() => new URL(page.url()).search, soon).toBe("");
    expect(await page.getByRole("button", { name: "Changed" }).count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
