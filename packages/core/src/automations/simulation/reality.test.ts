import { runDue, settleAutomations } from "@kartis/tests/support/automations.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named } from "@kartis/tests/support/people.ts";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { taskProcedures } from "../../activities/index.ts";
import { cardProcedures, cardTypeProcedures, getCardType } from "../../cards/index.ts";
import { latestRecords } from "../../data/journal-entity.ts";
import type { CardId } from "../../kernel/id.ts";
import { beforeId, countId, relatedId } from "../conditions/subject.ts";
import { causingUser } from "../conditions/settle.ts";
import { published, runsOf, the } from "../automations.fixture.ts";
import { dayMs, world } from "../world.fixture.ts";
import { simulated } from "./simulation.fixture.ts";

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

const call = <Name extends (typeof cardProcedures)[number]["name"]>(name: Name) => named(cardProcedures, name);
const [minute, hour] = [60_000, 3_600_000];

const deed = fc.record({
  kind: fc.constantFrom(
    "create",
    "create",
    "status",
    "status",
    "note",
    "agent",
    "visit",
    "trash",
    "restore",
    "pass",
    "press",
    "task",
    "task",
    "moved",
    "done",
    "binned",
    "deal",
    "deal",
    "remark",
    "moveDeal",
    "dealTrash",
  ),
  which: fc.nat({ max: 4 }),
  value: fc.nat({ max: 3 }),
});
const automation = fc.record({
  trigger: fc.constantFrom(
    "cardCreated",
    "statusChanged",
    "statusTo",
    "userAssigned",
    "cardDeleted",
    "dateArrives",
    "dateArrives late",
    "everyPeriod",
    "buttonClicked",
    "dueDate",
    "dueDate late",
  ),
  filter: fc.constantFrom("none", "none", "status", "note", "before", "cause", "open", "silent", "hot", "count", "lone"),
  steps: fc.array(
    fc.constantFrom(
      "note",
      "clear",
      "copy",
      "status",
      "wait",
      "branch",
      "create",
      "link",
      "say",
      "task",
      "each",
      "each",
      "eachHot",
    ),
    {
      minLength: 1,
      maxLength: 3,
    },
  ),
});

type Deed =
  | "create"
  | "status"
  | "pass"
  | "trash"
  | "agent"
  | "task"
  | "done"
  | "moved"
  | "deal"
  | "remark"
  | "moveDeal"
  | "dealTrash"
  | "visit";
const one = (kind: Deed, value = 0) => ({
  kind,
  which: 0,
  value,
});
/**
 * One that starts itself by what it does; one of whose cards some wait while others are trashed; tasks that are due, moved or done; and values of the event.
 */
const examples: [ReturnType<typeof asked>, ReturnType<typeof one>[]][] = [
  [asked("statusChanged", ["status"]), [one("create", 1), one("status"), one("status", 1)]],
  [asked("everyPeriod", ["wait", "branch"]), [one("create"), one("create"), one("pass"), one("trash"), one("pass")]],
  [asked("dueDate", ["say"]), [one("create"), one("task"), one("pass"), one("task"), one("moved", 3), one("pass"), one("pass")]],
  [asked("dueDate", ["create", "say"]), [one("create"), one("task"), one("task", 1), one("pass"), one("done"), one("pass")]],
  [
    asked("statusChanged", ["say", "create", "say"], "before"),
    [one("create"), one("status", 1), one("status"), one("status", 1)],
  ],
  [
    asked("statusChanged", ["say", "task"], "open"),
    [one("create"), one("status", 1), one("task"), one("status"), one("status", 1)],
  ],
  [
    asked("everyPeriod", ["say"], "silent"),
    [one("create"), one("task"), one("pass"), one("pass"), one("done"), one("pass"), one("pass")],
  ],
  [
    asked("statusChanged", ["each", "eachHot"], "count"),
    [
      one("create"),
      one("deal"),
      one("remark", 1),
      one("status", 1),
      one("deal", 1),
      one("status"),
      one("dealTrash"),
      one("status", 1),
    ],
  ],
  [
    asked("everyPeriod", ["say", "each"], "hot"),
    [
      one("create"),
      one("deal"),
      one("pass"),
      one("remark", 1),
      one("pass"),
      one("moveDeal"),
      one("pass"),
      one("deal", 2),
      one("pass"),
    ],
  ],
  [
    asked("statusChanged", ["link", "each"], "lone"),
    [one("create"), one("status", 1), one("status"), one("dealTrash"), one("status", 1), one("dealTrash", 3), one("status")],
  ],
  [
    asked("dateArrives late", ["say"]),
    [one("create"), one("visit"), one("visit", 2), one("visit"), one("pass"), one("visit", 3), one("trash"), one("visit")],
  ],
  [
    asked("dueDate late", ["say"]),
    [one("create"), one("task"), one("task", 2), one("moved"), one("done"), one("moved", 1), one("pass"), one("moved")],
  ],
  [
    asked("statusChanged", ["task", "note"]),
    [one("create"), one("status", 1), one("pass"), one("task"), one("status"), one("pass"), one("trash"), one("status", 1)],
  ],
  [asked("userAssigned", ["say"], "cause"), [one("create"), one("agent", 1), one("agent"), one("agent", 2)]],
];
function asked(
  trigger: "statusChanged" | "everyPeriod" | "dueDate" | "dueDate late" | "dateArrives late" | "userAssigned",
  steps: ("note" | "status" | "wait" | "branch" | "say" | "create" | "link" | "task" | "each" | "eachHot")[],
  filter: "none" | "before" | "cause" | "open" | "silent" | "hot" | "count" | "lone" = "none",
) {
  return { trigger, filter, steps };
}

/**
 * The engine runs the automation on a random history; then the same history is simulated with it. What the automation really did is in the history too, and must
 * not be counted twice.
 */
it("the simulated runs and changes are those that the engine really made", { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(automation, fc.array(deed, { minLength: 3, maxLength: 10 }), async (asked, deeds) => {
      const { owner, type, field, card, pass, clock } = await world();
      const settle = () => settleAutomations(owner.orgId, clock);
      const [first, won] = type.statuses;
      const draft = {
        name: "Deal",
        pluralName: "Deals",
        hue: "slate" as const,
        fields: [
          { label: "Remark", type: "text" as const },
          { label: "Count", type: "number" as const },
          { label: "Lead", type: "cardRelation" as const, relation: { typeIds: [type.id], many: true } },
        ],
      };
      const other = await owner.call(named(cardTypeProcedures, "cardTypes.create"), { draft });
      const [remarkId, countOfId, leadId] = ["Remark", "Count", "Lead"].map(
        (label) => other.fields.find((one) => one.label === label)?.id ?? expect.fail(),
      ) as [string, string, string]; // one for each label
      // Relations of both directions: deals name their leads, and leads the deals that the automation creates for them.
      const { fields, version: expectedVersion } = await getCardType(owner.orgId, type.id);
      const relation = { label: "Followers", type: "cardRelation" as const, relation: { typeIds: [other.id], many: true } };
      const second = { label: "Second", type: "text" as const };
      const withRelation = { typeId: type.id, expectedVersion, fields: [...fields, relation, second] };
      const changed = await owner.call(named(cardTypeProcedures, "cardTypes.updateFields"), withRelation);
      const followersId = changed.type.fields.find(({ label }) => label === "Followers")?.id ?? expect.fail();
      const secondId = changed.type.fields.find(({ label }) => label === "Second")?.id ?? expect.fail();
      const setNote = (value: string) => ({ kind: "changeField", how: "set", fieldId: field.note, value });
      const trigger =
        {
          cardCreated: { kind: "cardCreated" },
          statusChanged: { kind: "statusChanged" },
          statusTo: { kind: "statusChanged", from: [first], to: [won] },
          userAssigned: { kind: "userAssigned", fieldId: field.agent },
          cardDeleted: { kind: "cardDeleted" },
          dateArrives: { kind: "dateArrives", fieldId: field.visit, when: "on" },
          "dateArrives late": { kind: "dateArrives", fieldId: field.visit, when: "on", firesLate: true },
          "dueDate late": { kind: "dueDate", when: "before", amount: 110, unit: "minutes", firesLate: true },
          everyPeriod: { kind: "everyPeriod", every: 12, unit: "hours", from: "2026-01-01", at: "00:00" },
          buttonClicked: { kind: "buttonClicked", label: "Go" },
          dueDate: { kind: "dueDate", when: "after", amount: 30, unit: "minutes" },
        }[asked.trigger] ?? expect.fail();
      const isChange = ["statusChanged", "statusTo", "userAssigned"].includes(asked.trigger);
      const filter = {
        none: null,
        status: { fieldId: "status", operator: "EQUAL" as const, value: first },
        note: { fieldId: field.note, operator: "NOT_EXISTS" as const },
        // Only changes have values before.
        before: isChange ? { fieldId: beforeId("status"), operator: "EQUAL" as const, value: first } : null,
        open: { fieldId: "openTasks", operator: "EQUAL" as const, value: 1 },
        silent: {
          all: [
            { fieldId: "lastActivityAt", operator: "NOT_EXISTS" as const },
            { fieldId: "overdueTasks", operator: "EQUAL" as const, value: 0 },
          ],
        },
        hot: { fieldId: relatedId(other.id, remarkId), operator: "EQUAL" as const, value: "hot" },
        count: { fieldId: countId(other.id), operator: "EQUAL" as const, value: 1 },
        lone: { fieldId: countId(other.id), operator: "LESS_THAN" as const, value: 2 },
        cause: { fieldId: field.agent, operator: "EQUAL" as const, value: causingUser },
      }[asked.filter];
      // Of the simulated one, tasks of its own would be due when nothing looks, and each of theirs later still.
      const isDue = asked.trigger.startsWith("dueDate");
      const isTrash = asked.trigger === "cardDeleted";
      const kindOf = (step: string) =>
        isTrash && step !== "wait" && step !== "branch" && step !== "each" ? "create" : isDue && step === "task" ? "say" : step;
      // Every period for all cards, it would run for the cards that it creates.
      const limit =
        asked.trigger === "everyPeriod" && filter === null ? { fieldId: "status", operator: "EXISTS" as const } : filter;
      const action = (id: string, made: object) => ({ id, kind: "action", action: made });
      const createCard = { kind: "createCard", typeId: other.id, name: "After {{ card.name }}", fields: {} };
      const counted = {
        kind: "changeField",
        how: "calculate",
        fieldId: countOfId,
        formula: "{{ card.count | 0 }} + 1",
      };
      const isHot = { fieldId: remarkId, operator: "EQUAL" as const, value: "hot" };
      const cool = { kind: "changeField", how: "set", fieldId: remarkId, value: "cool" };
      const each = (id: string, inner: readonly object[], only: object | null = null) => ({
        id,
        kind: "forEach",
        relatedTypeId: other.id,
        filter: only,
        steps: inner,
      });
      const said = ["trigger.at", ...(isChange ? ["trigger.person"] : []), ...(isDue ? ["trigger.task.title"] : [])];
      if (asked.trigger.startsWith("status")) said.push("trigger.status.from", "trigger.status.to");
      const made = asked.steps.flatMap((step, at) => (["create", "link", "task"].includes(kindOf(step)) ? [{ step, at }] : []));
      const texts = (before: number) => [...said, ...made.filter(({ at }) => at < before).map(({ at }) => `steps.s${at}.name`)];
      const steps = asked.steps.map((step, at) => {
        const id = `s${at}`;
        const written: Readonly<Record<string, object>> = {
          note: action(id, setNote("seen")),
          clear: action(id, { kind: "changeField", how: "clear", fieldId: field.note }),
          copy: action(id, { kind: "changeField", how: "copy", fieldId: field.note, fromFieldId: "name" }),
          status: action(id, { kind: "changeField", how: "set", fieldId: "status", value: won }),
          create: action(id, createCard),
          say: action(id, {
            kind: "changeField",
            how: "write",
            fieldId: field.note,
            text: texts(at)
              .map((path) => `{{ ${path} }}`)
              .join(" · "),
          }),
          task: action(id, {
            kind: "createTask",
            title: "Call {{ card.name }}",
            assignee: "owner",
            due: { amount: 2, unit: "hours" },
          }),
          link: action(id, isTrash ? createCard : { ...createCard, relationFieldId: followersId }),
          each: each(id, [
            action(`${id}c`, counted),
            {
              id: `${id}b`,
              kind: "branch",
              filter: isHot,
              met: [action(`${id}m`, cool)],
              unmet: [action(`${id}u`, { kind: "changeField", how: "write", fieldId: remarkId, text: "of {{ card.name }}" })],
            },
          ]),
          eachHot: each(id, [action(`${id}c`, counted)], isHot),
          wait: { id, kind: "wait", wait: { amount: 5, unit: "hours" } },
          branch: {
            id,
            kind: "branch",
            filter: { fieldId: "status", operator: "EQUAL", value: won },
            met: isTrash ? [] : [action(`${id}m`, setNote("won"))],
            unmet: isTrash ? [] : [action(`${id}u`, setNote("open"))],
          },
        };
        return written[kindOf(step)] ?? expect.fail();
      });
      const own = await published(owner, type.id, { trigger, filter: limit, steps });
      // Of its runs, those for tasks that the first one creates follow from it.
      const text = "{{ trigger.task.title }} · {{ trigger.at }}";
      const isFollowed = asked.steps.some((step) => kindOf(step) === "task");
      const next = isFollowed
        ? await published(owner, type.id, {
            trigger: { kind: "dueDate", when: "after", amount: 30, unit: "minutes" },
            steps: [action("y", { kind: "changeField", how: "write", fieldId: secondId, text })],
          })
        : undefined;
      const cardIds: CardId[] = [];
      const taskIds: `act_${string}`[] = [];
      const dealIds: CardId[] = [];
      const until = async (minuteOfHour: number) => {
        pass(Math.ceil(clock.now() / hour) * hour - hour + minuteOfHour * minute - clock.now());
        await runDue(owner.orgId, clock);
      };
      // Schedules fire on the hour and are looked at soon after it; what waits for an event ends before the next one.
      const nextHour = async () => {
        pass(Math.ceil(clock.now() / hour) * hour + 2_000 - clock.now());
        await runDue(owner.orgId, clock);
        await until(10);
      };
      for (const [at, { kind, which, value }] of deeds.entries()) {
        await nextHour();
        await until(20 + at);
        const cardId = cardIds[which % (cardIds.length || 1)];
        const taskId = taskIds[which % (taskIds.length || 1)];
        const due = new Date(clock.now() + (1 + value) * hour).toISOString();
        const dealId = dealIds[which % (dealIds.length || 1)];
        const onDeal = (fields: object) => dealId && owner.call(call("cards.update"), { cardId: dealId, fields: { ...fields } });
        const update = (fields: object) => cardId && owner.call(call("cards.update"), { cardId, fields: { ...fields } });
        const todo: Readonly<Record<string, () => unknown>> = {
          create: async () =>
            cardIds.push(
              (
                await card(`Card ${value}`, {
                  status: type.statuses[value % 2],
                  ...(value === 3 ? { [field.note]: "mine" } : {}),
                  [field.email]: "a@b.example",
                })
              ).id,
            ),
          status: () => update({ status: type.statuses[value % 2] }),
          note: () => update({ [field.note]: value === 0 ? null : `note ${value}` }),
          agent: () => update({ [field.agent]: value === 0 ? null : owner.userId }),
          visit: () => update({ [field.visit]: new Date(clock.now() + (value - 1) * dayMs).toISOString().slice(0, 10) }),
          trash: () => cardId && owner.call(call("cards.remove"), { cardId }),
          restore: () => cardId && owner.call(call("cards.restore"), { cardId }),
          pass: async () => {
            for (let count = 0; count < 6; count++) {
              await nextHour();
              for (let each = 20; each < 36; each++) await until(each);
            }
          },
          task: async () =>
            cardId &&
            taskIds.push((await owner.call(named(taskProcedures, "tasks.create"), { title: `Task ${value}`, due, cardId })).id),
          moved: () => taskId && owner.call(named(taskProcedures, "tasks.update"), { taskId, due }),
          done: () => taskId && owner.call(named(taskProcedures, "tasks.update"), { taskId, done: value < 3 }),
          binned: () => taskId && owner.call(named(taskProcedures, value < 2 ? "tasks.remove" : "tasks.restore"), { taskId }),
          deal: async () =>
            cardId &&
            dealIds.push(
              (
                await owner.call(call("cards.create"), {
                  typeId: other.id,
                  fields: { name: `Deal ${value}`, [remarkId]: value === 2 ? "hot" : null, [leadId]: [cardId] },
                })
              ).id,
            ),
          remark: () => onDeal({ [remarkId]: value === 0 ? null : value === 3 ? "cold" : "hot" }),
          moveDeal: () => onDeal({ [leadId]: value === 0 ? null : [cardIds[value % (cardIds.length || 1)] ?? cardId] }),
          dealTrash: () => dealId && owner.call(call(value < 2 ? "cards.remove" : "cards.restore"), { cardId: dealId }),
          press: () => cardId && owner.call(the("automations.press"), { automationId: own.id, cardId }),
        };
        await Promise.resolve(todo[kind]?.()).catch(() => undefined);
        await settle();
      }
      const real = await realRuns(owner, own.id);
      await owner.call(the("automations.switch"), { automationId: own.id, isOn: false });
      const result = await simulated(owner, own.id);
      // What was done to related cards that exist. Those that the automation itself has created have other ids in the simulation.
      const onDeals = (await latestRecords(owner.orgId, 2_000, null))
        .filter(({ actor }) => actor.id === own.id)
        .flatMap(({ changes }) => changes)
        .filter(({ action: done, subject }) => done === "card.update" && dealIds.some((id) => id === subject.id))
        .map(({ subject, after }) => [subject.id, after]);
      const foreseenOnDeals = result.runs
        .flatMap(({ steps: taken }) => taken)
        .flatMap(({ card: related, after }) =>
          related && after && dealIds.some((id) => id === related.id) ? [[related.id, after]] : [],
        );
      const madeIn = new Map(result.runs.filter(({ newCard }) => newCard !== null).map(({ cardId }) => [cardId, "new"]));
      const inOwn = result.runs.filter(({ chained }) => chained === null);
      const found = inOwn.map(({ cardId, state, steps: taken }) => [
        madeIn.get(cardId) ?? (cardIds.includes(cardId) ? cardId : "new"),
        state,
        taken.flatMap(({ after, action: made, card: related }) => (after && made !== "createCard" && !related ? [after] : [])),
      ]);
      const inOrder = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).toSorted();
      const wanted = real.map(([id, state, changes]) => [cardIds.some((one) => one === id) ? id : "new", state, changes]);
      expect(inOrder(found)).toEqual(inOrder(wanted));
      expect(inOrder(foreseenOnDeals)).toEqual(inOrder(onDeals));
      const chained = result.runs.flatMap(({ chained: id, cardId, state, steps: taken }) =>
        next && id === next.id ? [[cardId, state, taken.flatMap(({ after }) => after ?? [])]] : [],
      );
      expect(inOrder(chained)).toEqual(inOrder(next ? await realRuns(owner, next.id, taskIds) : []));
    }),
    { numRuns: 24, examples },
  );
});

/** The runs that got to a step, but for those of some tasks: their cards, states, and the values that they really changed. */
async function realRuns(
  owner: Awaited<ReturnType<typeof world>>["owner"],
  automationId: `aut_${string}`,
  except: readonly string[] = [],
) {
  const runs = await runsOf(owner, { id: automationId });
  const reached = runs.filter(
    ({ state, steps, taskId }) =>
      !except.includes(taskId ?? "") && (state !== "skipped" || steps.some(({ stepId }) => stepId !== "start")),
  );
  return Promise.all(
    reached.map(async ({ id: runId, cardId, state }) => {
      const { steps, changes } = await owner.call(the("automations.run"), { automationId, runId });
      const made = steps.flatMap(({ recordId, subjectId }) =>
        recordId && subjectId === cardId ? [changes[recordId]?.after] : [],
      );
      return [cardId, state, made.filter(Boolean)] as const;
    }),
  );
}
