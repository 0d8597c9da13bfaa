import { type ListField, listFields, planTypes } from "@kartis/core/admin-console/rules.ts";
import type { ListInput } from "@kartis/core/admin-console/schema.ts";
import { instantOf } from "../fields/instants.ts";

/** State in the address: the open organization, or the filter and order of the list. Both days are included. */
export interface ConsoleSearch {
  readonly orgId?: string;
  /** Deleted organizations instead of existing ones. */
  readonly show?: "deleted";
  readonly by?: ListField;
  /** The value to filter by: a text, a plan, or two bounds. */
  readonly text?: string;
  readonly plan?: (typeof planTypes)[number];
  readonly min?: string;
  readonly max?: string;
  readonly sort?: ListField;
  readonly dir?: "asc" | "desc";
}

const oneOf = <const T extends string>(all: readonly T[], value: unknown): T | undefined => all.find((each) => each === value);

/** Parses the address, which anyone can type: invalid parts are left out. */
export function readSearch(search: Readonly<Record<string, unknown>>): ConsoleSearch {
  const text = (key: string): string | undefined => {
    const value = search[key];
    return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
  };
  const read = {
    orgId: text("orgId"),
    show: oneOf(["deleted"], search["show"]),
    by: oneOf(listFields, search["by"]),
    text: text("text"),
    plan: oneOf(planTypes, search["plan"]),
    min: text("min"),
    max: text("max"),
    sort: oneOf(listFields, search["sort"]),
    dir: oneOf(["asc", "desc"], search["dir"]),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined && value !== ""));
}

const dayAfter = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
export const isDay = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
const wholeOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;

type Filter = NonNullable<ListInput["filter"]>;

function filterOf({ by, text, plan, min, max }: ConsoleSearch, timeZone: string): Filter | undefined {
  switch (by) {
    case undefined:
      return undefined;
    case "name":
      return text?.trim() ? { field: "name", text: text.trim() } : undefined;
    case "plan":
      return plan && { field: "plan", plans: [plan] };
    case "users": {
      const [least, most] = [wholeOf(min), wholeOf(max)];
      return {
        field: "users",
        ...(least === undefined ? {} : { min: least }),
        ...(most === undefined ? {} : { max: most }),
      };
    }
    case "createdAt":
    case "lastActiveAt":
    case "planEndsAt":
      if (!isDay(min) && !isDay(max)) return undefined;
      return {
        field: by,
        ...(isDay(min) ? { from: instantOf(min, "00:00", timeZone) } : {}),
        ...(isDay(max) ? { until: instantOf(dayAfter(max), "00:00", timeZone) } : {}),
      };
  }
}

/** The same as the server is asked. */
export function listInputOf(search: ConsoleSearch, timeZone: string): Omit<ListInput, "cursor" | "limit"> {
  const filter = filterOf(search, timeZone);
  return { sort: { by: search.sort ?? "createdAt", direction: search.dir ?? "desc" }, ...(filter ? { filter } : {}) };
}
