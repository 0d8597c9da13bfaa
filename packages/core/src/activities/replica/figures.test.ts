import fc from "fast-check";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { cardProjection } from "../../cards/projection.ts";
import type { CardFigures } from "../../cards/figures/schema.ts";
import { type FigureViewer, provideFigures } from "../../cards/replica/lists/figures.ts";
import { typeOf } from "../../cards/replica/memory.fixture.ts";
import { cardsOf } from "../../cards/replica/rows.ts";
import { select } from "../../cards/replica/lists/selection.ts";
import { noFigures } from "../../cards/figures/schema.ts";
import { ReplicaDatabase } from "../../data/replica/database.ts";
import type { PermissionType } from "../../kernel/permission.ts";
import type { CardId } from "../../kernel/id.ts";
import type { Scope } from "../../kernel/scope.ts";
import { activityOf } from "../store.ts";
import { type Activity, inScope } from "../activity.ts";
import { activityProjection } from "../projection.ts";
import { instantAt, seriesOf, timingOf } from "../meetings/time.ts";
import { occurrencesIn } from "../recurrence/occurrences.ts";
import { definitionOf } from "../types/list.ts";
import { CardActivities } from "../figures/card-activities.ts";
import { figuresOfActivities } from "../figures/rules.ts";
import { ActivityFigures } from "./figures.ts";

const type = typeOf([{ id: "name", key: "name", type: "text", label: "Name" }]);
const idOf = <Prefix extends string>(prefix: Prefix, at: number) => `${prefix}_01J0000000000000000000000${at}` as const;
const [first, second, third, fourth] = [idOf("crd", 1), idOf("crd", 2), idOf("crd", 3), idOf("crd", 4)];
const cardIds = [first, second, third, fourth] as const;
const people = [idOf("usr", 1), idOf("usr", 2)] as const;
const began = Date.parse("2030-01-01T12:00:00.000Z");
const hour = 3_600_000;
const at = (hours: number): string => new Date(began + hours * hour).toISOString();

const everything: Scope = { kind: "organization" };
const own = (userId: (typeof people)[number]): Scope => ({ kind: "people", userIds: [userId] });
const nothing: Scope = { kind: "people", userIds: [] };
const scopes = fc.constantFrom(everything, own(people[0]), own(people[1]), nothing);
const sights = fc.tuple(scopes, scopes, scopes).map(
  ([tasks, meetings, comments]): FigureViewer["sight"] =>
    new Map<PermissionType, Scope>([
      ["TASKS", tasks],
      ["MEETINGS", meetings],
      ["COMMENTS", comments],
    ]),
);

/** Often the very instant at which the clock stands at first. */
const hours = fc.oneof({ weight: 3, arbitrary: fc.integer({ min: -100, max: 100 }) }, { weight: 1, arbitrary: fc.constant(0) });
const cardId = fc.constantFrom(...cardIds);
const person = fc.constantFrom(...people);
const task = fc.record({ due: hours, done: fc.boolean(), assignedTo: person, cardId }).map(({ due, done, ...values }) => ({
  type: "TASK",
  values: { title: "T", due: at(due), dueAt: at(due), done, ...(done ? { doneAt: at(due - 1) } : {}), ...values },
}));
const repeat = fc.oneof(
  fc.constant({}),
  fc.record({
    repeat: fc.constantFrom(
      { frequency: "week", every: 1, weekdays: ["TU", "FR"], weekStart: "MO", ends: { type: "never" } },
      { frequency: "day", every: 3, ends: { type: "after", times: 4 } },
    ),
    exceptions: fc.constantFrom([], [{ type: "removed", day: at(24).slice(0, 10) }]),
  }),
);
const meeting = fc
  .record({
    start: fc.oneof(
      hours.map(at),
      hours.map((when) => at(when).slice(0, 10)),
    ),
    participants: fc.array(person, { maxLength: 2 }),
    cardId: fc.option(cardId, { nil: undefined }),
    guest: fc.option(cardId, { nil: undefined }),
    repeated: repeat,
  })
  .map(({ start, guest, repeated, ...values }) => ({
    type: "MEETING",
    values: {
      title: "M",
      start,
      ...(start.length === 10 ? { days: 1 } : { minutes: 30 }),
      timeZone: "Asia/Jerusalem",
      guests: guest ? [{ id: "gst_1", cardId: guest, email: null, name: null }] : [],
      answers: [],
      exceptions: [],
      ...repeated,
      ...values,
    },
  }));
/** Answers are on the card of what they answer: the two that may be answered are comments on the fourth. */
const comment = fc.record({ cardId }).map((values) => ({ type: "COMMENT", values: { text: "C", ...values } }));
const answered = { type: "COMMENT", values: { text: "C", cardId: fourth } };
const answer = fc
  .constantFrom(idOf("act", 1), idOf("act", 2))
  .map((parentId) => ({ type: "COMMENT", values: { text: "A", cardId: fourth, parentId } }));

type Step =
  | { readonly do: "write"; readonly id: string; readonly item: Readonly<Record<string, unknown>> }
  | { readonly do: "purge"; readonly id: string }
  | { readonly do: "merge"; readonly from: string; readonly into: string | null }
  | { readonly do: "wait"; readonly hours: number }
  | { readonly do: "look"; readonly viewer: 0 | 1 };

const ids = [1, 2, 3, 4, 5, 6].map((number) => idOf("act", number));
const write: fc.Arbitrary<Step> = fc
  .record({
    id: fc.constantFrom(...ids),
    made: fc.oneof(task, meeting, comment, answer),
    createdBy: person,
    createdAt: hours.map(at),
    trashedAt: fc.option(fc.constant(at(0)), { nil: undefined, freq: 5 }),
  })
  .map(({ id, made, trashedAt, ...more }) => ({
    do: "write",
    id,
    item: {
      activityId: id,
      orgId: "org_test",
      shard: "0",
      fieldVersions: {},
      updatedAt: at(0),
      ...(id < idOf("act", 3) ? answered : made),
      ...more,
      ...(trashedAt ? { trashedAt } : {}),
    },
  }));
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: write },
  { weight: 2, arbitrary: fc.constantFrom(...ids).map((id) => ({ do: "purge" as const, id })) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(second, third, null)
      .map((into) => ({ do: "merge" as const, from: into === third ? second : first, into })),
  },
  { weight: 4, arbitrary: fc.integer({ min: -60, max: 120 }).map((waited) => ({ do: "wait" as const, hours: waited })) },
  { weight: 6, arbitrary: fc.constantFrom(0 as const, 1 as const).map((viewer) => ({ do: "look" as const, viewer })) },
);

/** The replica's figures and its contents, as plain values. */
class World {
  readonly database = ReplicaDatabase.empty([cardProjection, activityProjection]);
  readonly #activities = new Map<string, Readonly<Record<string, unknown>>>();
  readonly #merged = new Map<string, string | null>();
  #version = 1;
  #now = began;

  readonly #viewers: readonly [FigureViewer["sight"], FigureViewer["sight"]];

  constructor(viewers: readonly [FigureViewer["sight"], FigureViewer["sight"]]) {
    this.#viewers = viewers;
    const figures = new ActivityFigures(this.database);
    provideFigures(this.database.db, (viewer) => figures.of(viewer));
    this.database.putAll(
      [{ typeId: type.id, version: 1, definition: type }, ...cardIds.map((id) => this.#card(id, null))],
      cardProjection,
    );
  }

  #card = (id: string, mergedInto: string | null) => ({
    cardId: id,
    typeId: type.id,
    version: ++this.#version,
    fields: { name: id },
    createdAt: at(0),
    updatedAt: at(0),
    ...(mergedInto ? { mergedInto, trashedAt: at(0) } : {}),
  });

  take(next: Step): void {
    switch (next.do) {
      case "write": {
        // Purged activities stay gone.
        if (this.#activities.get(next.id)?.["purged"]) return;
        const item = { ...next.item, version: ++this.#version };
        this.#activities.set(next.id, item);
        return this.database.putAll([item], activityProjection);
      }
      case "purge":
        this.#activities.set(next.id, { purged: true });
        return this.database.takeIn(
          [{ subject: { kind: "activity", id: next.id }, item: null }],
          new Map([[next.id, { subject: { kind: "activity", id: next.id }, version: ++this.#version }]]),
        );
      case "merge":
        this.#merged.set(next.from, next.into);
        return this.database.putAll([this.#card(next.from, next.into)], cardProjection);
      case "wait":
        this.#now += next.hours * hour;
        return undefined;
      case "look":
        expect(this.#shown(this.#viewers[next.viewer])).toEqual(this.#expected(this.#viewers[next.viewer]));
        expect(this.#byRules(this.#viewers[next.viewer])).toEqual(this.#expected(this.#viewers[next.viewer]));
    }
  }

  #shown(sight: FigureViewer["sight"]): Record<string, CardFigures> {
    const scope = { kind: "organization", figures: { sight, now: new Date(this.#now).toISOString() } } as const;
    const replica = { orgId: "org_test", ...this.database, db: this.database.db, statements: this.database.statements } as const;
    const selection = select({ ...replica, indexes: this.database.indexes }, scope, { cardTypeId: type.id, withFigures: true });
    const seqs = this.database.db.prepare("SELECT seq FROM card WHERE trashed_at IS NULL ORDER BY id").all();
    const cards = cardsOf(
      { ...replica, indexes: this.database.indexes },
      seqs.map(({ seq }) => Number(seq)),
      selection.figures,
    );
    return Object.fromEntries(cards.map(({ id, figures }) => [id, figures ?? expect.fail("no figures")]));
  }

  /** As simulations count them. */
  #byRules(sight: FigureViewer["sight"]): Record<string, CardFigures> {
    const counted = new CardActivities();
    for (const item of this.#activities.values()) if (!item["purged"]) counted.set(activityOf(item));
    const sees = (activity: Activity) => inScope(sight.get(definitionOf(activity.type).permission) ?? nothing, activity);
    const partsOf = (id: string): string[] => [
      id,
      ...[...this.#merged].flatMap(([from, into]) => (into === id ? partsOf(from) : [])),
    ];
    const now = new Date(this.#now).toISOString();
    return Object.fromEntries(
      cardIds
        .filter((id) => !this.#merged.get(id))
        .map((id) => [id, figuresOfActivities(counted.on(partsOf(id) as CardId[], sees), now, new Set(partsOf(id)))]), // parts are cards
    );
  }

  /** Counted one by one, without SQL. */
  #expected(sight: FigureViewer["sight"]): Record<string, CardFigures> {
    const now = new Date(this.#now).toISOString();
    const survivor = (id: string): string => {
      const into = this.#merged.get(id);
      return into ? survivor(into) : id;
    };
    const figures = new Map<string, { happened: string[]; tasks: string[]; meetings: string[]; open: number; overdue: number }>();
    const of = (id: unknown) => {
      const key = survivor(String(id));
      const held = figures.get(key) ?? { happened: [], tasks: [], meetings: [], open: 0, overdue: 0 };
      figures.set(key, held);
      return held;
    };
    for (const item of this.#activities.values()) {
      if (item["purged"] || item["trashedAt"]) continue;
      const activity = activityOf(item);
      const { values, createdAt } = activity;
      if (!inScope(sight.get(definitionOf(activity.type).permission) ?? nothing, activity)) continue;
      if (activity.type === "COMMENT") {
        if (this.#activities.get(String(values["parentId"]))?.["trashedAt"]) continue;
        of(values["cardId"]).happened.push(createdAt);
      } else if (activity.type === "TASK") {
        const card = of(values["cardId"]);
        if (values["done"] === true) card.happened.push(String(values["doneAt"]));
        else {
          card.open++;
          card.tasks.push(String(values["dueAt"]));
          if (String(values["dueAt"]) <= now) card.overdue++;
        }
      } else {
        const timing = timingOf(values);
        const series = seriesOf(timing);
        const starts = series
          ? occurrencesIn(
              series,
              series.start.time === null
                ? { from: "2029-01-01", until: "2033-01-01" }
                : { from: "2029-01-01T00:00:00Z", until: "2033-01-01T00:00:00Z" },
              5_000,
            ).map((one) => instantAt(one.at ?? one.on ?? one.day, timing.timeZone))
          : [instantAt(timing.start, timing.timeZone)];
        const { cardId, cards } = definitionOf("MEETING").columns(values);
        for (const card of new Set([cardId, ...cards])) if (card) of(card).meetings.push(...starts);
      }
    }
    const past = (all: readonly string[]) =>
      all
        .filter((when) => when <= now)
        .toSorted()
        .at(-1) ?? null;
    const next = (all: readonly string[]) => all.filter((when) => when > now).toSorted()[0] ?? null;
    const counted = [...figures].map(([id, { happened, tasks, meetings, open, overdue }]): [string, CardFigures] => [
      id,
      {
        lastActivityAt: past([...happened, ...meetings]),
        nextActivityAt: next([...tasks, ...meetings]),
        nextMeetingAt: next(meetings),
        openTasks: open,
        overdueTasks: overdue,
      },
    ]);
    return {
      ...Object.fromEntries(cardIds.filter((id) => !this.#merged.get(id)).map((id) => [id, noFigures])),
      ...Object.fromEntries(counted),
    };
  }
}

beforeAll(() => void vi.stubEnv("TABLE_NAME", "kartis"));

describe("figures of a card's activities", () => {
  it("are what a count of everything comes to, whatever is written, merged or purged, whoever looks, and wherever the clock goes", () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 10, maxLength: 40 }), sights, sights, (steps, one, other) => {
        const world = new World([one, other]);
        for (const next of steps) world.take(next);
        world.database.close();
      }),
      { numRuns: 150 },
    );
  });
});
