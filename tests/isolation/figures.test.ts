import type { Permission } from "@kartis/core/kernel/permission.ts";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { type Backend, startBackend } from "../support/backend.ts";
import { reach } from "./access/channel.ts";
import {
  askAs,
  finish,
  isExposed,
  type Level,
  levels,
  newWorld,
  type ProcedureName,
  type Way,
  ways,
  whose,
  type Whose,
  type World,
} from "./access/world.ts";

/*
 * The same table for the figures of a card's activities: every way in which a list says them × levels × whose activity. They are on a card of whoever asks, so that
 * only the permission over the activity counts, and nothing of one that is hidden may move a figure, an order or a count.
 */
let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
});
afterAll(async () => {
  await backend.close();
  vi.restoreAllMocks();
});

const List = z.object({
  rows: z.array(z.object({ id: z.string(), figures: z.record(z.string(), z.unknown()).optional() })),
  total: z.number(),
  sums: z.record(z.string(), z.object({ sum: z.number() })),
});
const list = async ({ ask, typeId }: World, more: object) =>
  List.parse(await ask("cards.search", { cardTypeId: typeId, limit: 200, ...more }));

/** Everything that any channel reveals of a figure. */
async function said(world: World, fieldId: string, isCount: boolean): Promise<Record<string, unknown>> {
  const { ask, typeId, cards, me } = world;
  const cardId = cards.own.id;
  const own = (rows: z.output<typeof List>["rows"]) => rows.findIndex(({ id }) => id === cardId);
  const filter = isCount ? { fieldId, operator: "GREATER_THAN", value: 1 } : { fieldId, operator: "EXISTS" };
  const sorted = await list(world, { sort: [{ fieldId, direction: "desc" }] });
  const sums = isCount ? [fieldId] : [];
  const ofAll = z.object({ total: z.number() }).parse(await ask("cards.search", { filter, limit: 1 }));
  const isOffered = (name: ProcedureName) => !world.way.includes("token") || isExposed([name]);
  const exported = { cardTypeId: typeId, filter, fieldIds: ["name", fieldId] };
  const file = isOffered("cards.export") ? await finish(me, await ask("cards.export", exported)) : {};
  return {
    shown: (await list(world, { withFigures: true })).rows.find(({ id }) => id === cardId)?.figures?.[fieldId],
    filtered: (await list(world, { filter })).total,
    inAllTypes: ofAll.total,
    sorted: own(sorted.rows) === 0,
    summed: (await list(world, { sums })).sums[fieldId]?.sum,
    grouped: await ask("cards.group", { cardTypeId: typeId, by: fieldId, sums }),
    beside: isOffered("cards.neighbours") && (await ask("cards.neighbours", { cardTypeId: typeId, filter, cardId })),
    exported: Object(file).file,
  };
}

interface Figure {
  readonly fieldId: string;
  readonly isCount: boolean;
  readonly right: Permission;
  /** An activity of that person's on the card. */
  readonly write: (world: World, of: Whose) => Promise<unknown>;
}
let counter = 0;
const figures: readonly Figure[] = [
  {
    fieldId: "openTasks",
    isCount: true,
    right: "TASKS.read",
    write: ({ people, cards }, of) => {
      const assignedTo = of === "assigned" ? people.own.userId : null;
      return askAs(people[of], "tasks.create", { title: "T", due: "2030-01-01", assignedTo, cardId: cards.own.id });
    },
  },
  {
    fieldId: "overdueTasks",
    isCount: true,
    right: "TASKS.read",
    write: ({ people, cards }, of) => {
      const assignedTo = of === "assigned" ? people.own.userId : null;
      return askAs(people[of], "tasks.create", { title: "T", due: "2020-01-01", assignedTo, cardId: cards.own.id });
    },
  },
  {
    fieldId: "nextMeetingAt",
    isCount: false,
    right: "MEETINGS.read",
    write: ({ people, cards }, of) => {
      const participants = [of === "assigned" ? people.own.userId : people[of].userId];
      // Each is before the ones before it.
      const start = new Date(Date.UTC(2040, 0, 1) - ++counter * 3_600_000).toISOString();
      return askAs(people[of], "meetings.create", { title: "M", start, minutes: 30, participants, cardId: cards.own.id });
    },
  },
  {
    fieldId: "lastActivityAt",
    isCount: false,
    right: "COMMENTS.read",
    write: ({ people, cards }, of) =>
      askAs(people[of === "assigned" ? "own" : of], "comments.create", {
        cardId: cards.own.id,
        body: [{ type: "paragraph", content: [{ text: "C" }] }],
      }),
  },
];

describe.each(ways)("by %s", (way: Way) => {
  it.each(figures.map((figure) => [figure.fieldId, figure] as const))(
    "%s counts own, mate's, stranger's and assigned activities as the level says, by every way in which a list says it",
    { timeout: 300_000 },
    async (_, { fieldId, isCount, right, write }) => {
      const asked: readonly Level[] = way === "session" ? levels : ["ROLE_GROUP"];
      for (const level of asked) {
        const world = await newWorld(way, right, level);
        for (const of of whose) {
          const before = await said(world, fieldId, isCount);
          await write(world, of);
          const after = await said(world, fieldId, isCount);
          if (reach[level][of]) expect([level, of, after["shown"]]).not.toEqual([level, of, before["shown"]]);
          // Nothing at all says that there is one more.
          else expect([level, of, after]).toEqual([level, of, before]);
        }
      }
    },
  );
});
