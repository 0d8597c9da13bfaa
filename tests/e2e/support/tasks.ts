import type { Page } from "playwright-core";
import type { App, Seat } from "./app.ts";
import { day, soon } from "./calendar.ts";
import { call, makeLeads, settle } from "./person.ts";

interface Made {
  readonly id: string;
}

export const row = (page: Page, name: string) => page.getByRole("row").filter({ has: page.getByRole("rowheader", { name }) });
export const group = (page: Page, name: RegExp) => page.getByRole("button", { name });

/** Helpers for task tests, for the app that is running when they are called. */
export function tasksOf(current: () => App) {
  const make = (page: Page, task: Record<string, unknown>) => call(page, current().origin, "tasks.create", task) as Promise<Made>;
  return {
    make,

    /** Creates a person with an organization of their own, and a card in it. */
    person: async (options?: Parameters<App["open"]>[0]): Promise<Seat> => {
      const seat = await current().open(options);
      await settle(seat.page, current().origin);
      await makeLeads(seat.page, current().origin, [{ name: "Galil Cold Storage" }]);
      return seat;
    },

    /** Overdue, today and tomorrow, one of each; the one of today is about a card. */
    scene: async (page: Page): Promise<void> => {
      const found = (await call(page, current().origin, "cards.freeSearch", { query: "Galil", limit: 1 })) as { results: Made[] };
      await make(page, { title: "Renew site insurance", due: day(-2), priority: "HIGH" });
      await make(page, { title: "Order clamps", due: day(0), cardId: found.results[0]?.id });
      await make(page, { title: "Confirm the crane", due: day(1) });
      await page.goto(`${current().origin}/tasks`);
      await row(page, "Order clamps").waitFor(soon);
    },
  };
}
