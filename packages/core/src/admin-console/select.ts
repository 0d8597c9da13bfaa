import { planTypes } from "./rules.ts";
import type { ListInput, OrganizationFilter, OrganizationRow } from "./schema.ts";

const within = (instant: string | null, { from, until }: { from?: string | undefined; until?: string | undefined }): boolean =>
  instant !== null &&
  (from === undefined || Date.parse(instant) >= Date.parse(from)) &&
  (until === undefined || Date.parse(instant) < Date.parse(until));

function matches(row: OrganizationRow, filter: OrganizationFilter): boolean {
  switch (filter.field) {
    case "name":
      return row.name.toLocaleLowerCase().includes(filter.text.toLocaleLowerCase()) || row.orgId === filter.text;
    case "plan":
      return filter.plans.includes(row.plan);
    case "users":
      return row.users >= (filter.min ?? 0) && row.users <= (filter.max ?? Infinity);
    case "createdAt":
    case "lastActiveAt":
    case "planEndsAt":
      return within(row[filter.field], filter);
  }
}

const order = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

function compare(a: OrganizationRow, b: OrganizationRow, { by, direction }: ListInput["sort"]): number {
  const turn = direction === "asc" ? 1 : -1;
  const byId = a.orgId < b.orgId ? -1 : 1;
  switch (by) {
    case "name":
      return turn * order.compare(a.name, b.name) || byId;
    case "plan":
      return turn * (planTypes.indexOf(a.plan) - planTypes.indexOf(b.plan)) || byId;
    case "users":
      return turn * (a.users - b.users) || byId;
    case "createdAt":
    case "lastActiveAt":
    case "planEndsAt": {
      const [of, and] = [a[by], b[by]];
      // Rows without a value come last in either direction.
      if (of === null || and === null) return of === and ? byId : of === null ? 1 : -1;
      return turn * (Date.parse(of) - Date.parse(and)) || byId;
    }
  }
}

/** The rows that match, in order. */
export function select<Row extends OrganizationRow>(
  rows: readonly Row[],
  filter: OrganizationFilter | undefined,
  sort: ListInput["sort"],
): Row[] {
  return rows.filter((row) => !filter || matches(row, filter)).toSorted((a, b) => compare(a, b, sort));
}
