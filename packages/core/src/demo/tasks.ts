import { creation, taskCreation } from "../activities/index.ts";
import type { RichText } from "../activities/comments/rules.ts";
import type { Rule } from "../activities/recurrence/schema.ts";
import { priorities, type AcceptedTask } from "../activities/tasks/schema.ts";
import { systemActor } from "../kernel/actor.ts";
import type { Clock } from "../kernel/clock.ts";
import { type CardId, newId, type OrgId, type UserId } from "../kernel/id.ts";
import { dayAfter, dayOf, instantOf } from "../kernel/zoned-time.ts";
import { commitMetered } from "../plans/index.ts";

const never = { type: "never" } as const;
const everyMonday: Rule = { frequency: "week", every: 1, weekdays: ["MO"], weekStart: "SU", ends: never };
const firstOfMonth: Rule = { frequency: "month", every: 1, on: { by: "day", day: 1 }, ends: never };

interface DemoTask {
  readonly title: string;
  /** Days from today; done ones lie behind. */
  readonly inDays: number;
  readonly time?: string;
  readonly description?: string;
  readonly checklist?: readonly string[];
  readonly repeat?: Rule;
  readonly comments?: readonly string[];
}

const said = (text: string): RichText => [{ type: "paragraph", content: [{ text }] }];

/** Demo tasks: some overdue, some due today, most due in the next few days. */
const open: readonly DemoTask[] = [
  { title: "Renew site insurance", inDays: -5 },
  { title: "Send references for the tender", inDays: -4, time: "16:00", comments: ["They want three of more than 300 kWp."] },
  { title: "Update price list", inDays: -1, repeat: everyMonday },
  {
    title: "Revise price offer, two phases",
    inDays: 0,
    time: "14:00",
    description: "Amit wants delivery split in two phases, with the inverter in phase 1. Keep the January slot.",
    checklist: ["Split the panel lines 240 + 170 kWp", "Move the inverter to phase 1", "Ask Yossi for the crane price"],
    comments: ["Clamps are in stock, so phase 1 can start on 11 January.", "The crane is ₪ 4,200 a day."],
  },
  { title: "Call Oren & Peretz", inDays: 0, time: "15:30" },
  { title: "Check roof drawings from Amit", inDays: 0, time: "17:00" },
  { title: "Order clamps for standing-seam roof", inDays: 0 },
  { title: "לתאם סיור באתר בחיפה", inDays: 0, time: "11:30", comments: ["הכניסה מהשער הצפוני."] },
  { title: "Send revised price offer", inDays: 1, time: "10:00" },
  { title: "Confirm the crane booking", inDays: 1, time: "12:00" },
  { title: "Ajánlatot küldeni a tejüzemnek", inDays: 1 },
  { title: "Confirm grid connection date", inDays: 2, time: "09:00" },
  { title: "Prepare pilot report", inDays: 3, checklist: ["Yield", "Downtime", "Photos", "Summary"] },
  { title: "Договор: согласовать спецификацию", inDays: 6 },
  { title: "לחדש רישיון למנוף", inDays: 8 },
  { title: "Invoice the second phase", inDays: 9, repeat: firstOfMonth },
  { title: "Book the scaffolding", inDays: 12, time: "08:30" },
  { title: "Check warranty terms of the inverters", inDays: 20 },
];
const done = [
  "VAT report",
  "Order panels",
  "Send the contract",
  "Call back",
  "Measure the roof",
  "Ask for the grid permit",
] as const;

/** Number of tasks created together. */
const chunk = 40;

/**
 * Makes the tasks of the demo: those to be done around now, and some that were done in the weeks before.
 * @param about the cards that they can be about.
 */
export async function makeTasks(
  orgId: OrgId,
  team: readonly UserId[],
  about: readonly CardId[],
  { clock, timeZone, random }: { readonly clock: Clock; readonly timeZone: string; readonly random: () => number },
): Promise<void> {
  const today = dayOf(clock.now(), timeZone);
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const dueOf = ({ inDays, time }: Pick<DemoTask, "inDays" | "time">) => {
    const day = dayAfter(today, inDays);
    return time ? instantOf(day, time, timeZone) : day;
  };
  const common = (): AcceptedTask => ({
    assignedTo: random() < 0.5 ? (team[0] ?? null) : (pick(team) ?? null),
    priority: pick(priorities) ?? null,
    cardId: pick(about) ?? null,
  });
  const tasks: AcceptedTask[] = [
    ...open.map(({ title, description = null, checklist = [], repeat = null, ...when }) => ({
      ...common(),
      title,
      description,
      repeat,
      due: dueOf(when),
      checklist: checklist.map((text, at) => ({
        id: `item${at}`,
        text,
        done: at < checklist.length - 1 && checklist.length < 4,
      })),
    })),
    ...Array.from({ length: 60 }, (_, at) => ({
      ...common(),
      title: pick(done) ?? done[0],
      due: dayAfter(today, -Math.floor(at / 2)),
      done: true,
    })),
  ];
  for (let from = 0; from < tasks.length; from += chunk) {
    const context = { orgId, actor: systemActor(orgId, "demo"), clock, requestId: newId("req"), origin: "import" } as const;
    await commitMetered(context, async (at) => {
      const some = tasks.slice(from, from + chunk).map((values) =>
        taskCreation(orgId, values, {
          by: pick(team) ?? "demo",
          timeZone,
          at: values.done && values.due ? doneOn(values.due, at) : at,
        }),
      );
      // The open ones are the first.
      const written = some.flatMap(({ activity: { id: taskId } }, index) =>
        (open[from + index]?.comments ?? []).map((text) =>
          creation(orgId, "COMMENT", newId("act", Date.parse(at)), { taskId, body: said(text), text }, pick(team) ?? "demo", at),
        ),
      );
      const made = [...some, ...written];
      return {
        writes: made.map(({ write }) => write),
        records: [{ changes: made.map(({ change }) => change) }],
        result: undefined,
      };
    });
  }
}

/** The afternoon of the day, or, for today, an hour ago. */
const doneOn = (day: string, now: string): string =>
  new Date(Math.min(Date.parse(`${day}T14:00:00Z`), Date.parse(now) - 3_600_000)).toISOString();
