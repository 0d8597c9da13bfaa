import type { Page } from "playwright-core";
import type { App, Seat } from "./app.ts";
import { type Account, call, settle } from "./person.ts";

export const soon = { timeout: 20_000 };
const zone = "Asia/Jerusalem";

/** The day so many days from today, in the time zone of the browsers. */
export const day = (after: number): string =>
  new Intl.DateTimeFormat("en-CA", { timeZone: zone }).format(Date.now() + after * 86_400_000);
/** A Wednesday far enough away that nothing of the present is on it, with its whole week in one month. */
export const wednesday = "2027-03-10";
export const thursday = "2027-03-11";

interface Made {
  readonly id: string;
}
interface Occurrence {
  readonly title: string;
  readonly start: string;
  readonly end: string;
}

export const entry = (page: Page, title: string | RegExp) => page.locator("[data-entry] > button[tabindex]", { hasText: title });
export const toast = (page: Page, text: string | RegExp) => page.getByRole("alertdialog").filter({ hasText: text });

/** Helpers for calendar tests, for the app that is running when they are called. */
export function calendarOf(current: () => App) {
  return {
    /** Creates a person with an organization of their own. */
    person: async (options?: Parameters<App["open"]>[0]): Promise<Seat & { account: Account }> => {
      const app = current();
      const seat = await app.open(options);
      const account = await settle(seat.page, app.origin, options?.language ?? "en");
      return { ...seat, account };
    },
    make: (page: Page, meeting: Record<string, unknown>) =>
      call(page, current().origin, "meetings.create", { timeZone: zone, ...meeting }) as Promise<Made>,
    /** Local times of the meetings with that title. */
    timesOf: async (page: Page, title: string): Promise<string[]> => {
      const input = encodeURIComponent(
        JSON.stringify({ from: "2027-03-01T00:00:00Z", until: "2027-04-01T00:00:00Z", timeZone: zone }),
      );
      const response = await page.request.get(`${current().origin}/api/trpc/meetings.range?input=${input}`);
      const body: { result: { data: { occurrences: Occurrence[] } } } = await response.json();
      const clock = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" });
      const shown = (time: string) => (time.length === 10 ? time : clock.format(new Date(time)));
      return body.result.data.occurrences
        .filter((each) => each.title === title)
        .map(({ start, end }) => `${shown(start)} ${shown(end)}`);
    },
    open: async (page: Page, search: string): Promise<void> => {
      await page.goto(`${current().origin}/calendar?${search}`);
      await page.locator("[data-calendar-view]").waitFor(soon);
    },
  };
}
