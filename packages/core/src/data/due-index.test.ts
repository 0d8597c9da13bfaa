import { expect, it } from "vitest";
import { systemClock } from "../kernel/clock.ts";
import { newId } from "../kernel/id.ts";
import { type DueLane, dueLaneOf, dueLanes, duePages } from "./due-index.ts";

/** Three pages of each lane, as an index answers them; notes what was asked for. */
function index() {
  const asked: string[] = [];
  const query = (lane: DueLane) => ({
    async go({ cursor }: { readonly cursor: string | null }) {
      asked.push(`${lane}${cursor ?? ""}`);
      const page = Number(cursor ?? 0);
      return { data: [`item ${lane}${page}`], cursor: page < 2 ? String(page + 1) : null };
    },
  });
  return { asked, query };
}

it("every page of every lane is read, one after the other", async () => {
  const { asked, query } = index();
  const items: string[] = [];
  for await (const page of duePages(systemClock, query)) items.push(...page);
  expect(items).toEqual(dueLanes.flatMap((lane) => [0, 1, 2].map((page) => `item ${lane}${page}`)));
  expect(asked).toEqual(dueLanes.flatMap((lane) => [lane, `${lane}1`, `${lane}2`]));
});

it("whoever stops asks for no more, and whoever names lanes gets those", async () => {
  const { asked, query } = index();
  for await (const page of duePages(systemClock, query, ["2", "3"])) if (page[0] === "item 21") break;
  expect(asked).toEqual(["2", "21"]);
});

it("what is due this millisecond is in the bounds, and what is due in the next is not", async () => {
  const clock = { now: () => Date.parse("2030-01-01T00:00:00.500Z") };
  const bounds: string[][] = [];
  const query = (_: DueLane, ...times: string[]) => ({
    go: async () => {
      bounds.push(times);
      return { data: [], cursor: null };
    },
  });
  for await (const page of duePages(clock, query, ["0"])) expect(page).toEqual([]);
  const [from = "", until = ""] = bounds[0] ?? [];
  expect(from).toBe("");
  // As keys have it, in which more follows after the time.
  expect("2030-01-01T00:00:00.500Z#orgId_" < until).toBe(true);
  expect("2030-01-01T00:00:00.501Z#orgId_" <= until).toBe(false);
});

it("ids are spread over all lanes, and each always has the same", () => {
  const ids = Array.from({ length: 400 }, () => newId("act"));
  expect(new Set(ids.map(dueLaneOf))).toEqual(new Set(dueLanes));
  expect(ids.map(dueLaneOf)).toEqual(ids.map(dueLaneOf));
});
