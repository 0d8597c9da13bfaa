import { meetingCreation } from "../activities/index.ts";
import { usualNotify } from "../activities/meetings/rules.ts";
import type { AcceptedMeeting } from "../activities/meetings/schema.ts";
import type { Rule } from "../activities/recurrence/schema.ts";
import { systemActor } from "../kernel/actor.ts";
import type { Clock } from "../kernel/clock.ts";
import { type CardId, newId, type OrgId, type UserId } from "../kernel/id.ts";
import { dayAfter, dayOf, instantOf } from "../kernel/zoned-time.ts";
import { commitMetered } from "../plans/index.ts";

const never = { type: "never" } as const;
const sundays: Rule = { frequency: "week", every: 1, weekdays: ["SU"], weekStart: "SU", ends: never };
const workdays: Rule = { frequency: "week", every: 1, weekdays: ["SU", "MO", "TU", "WE", "TH"], weekStart: "SU", ends: never };
const lastThursday: Rule = {
  frequency: "month",
  every: 1,
  on: { by: "weekday", week: "last", weekday: "TH" },
  ends: never,
};

interface DemoMeeting {
  readonly title: string;
  /** Days from today. */
  readonly inDays: number;
  /** Without one it takes whole days. */
  readonly time?: string;
  readonly minutes?: number;
  readonly days?: number;
  readonly location?: string;
  readonly repeat?: Rule;
  /** Number of team members who take part, from the first one. */
  readonly people: number;
  /** The customer is a guest. */
  readonly isWithCustomer?: boolean;
}

/** The weeks around today: the firm's own meetings again and again, and those with customers. */
const all: readonly DemoMeeting[] = [
  { title: "Weekly planning", inDays: -56, time: "09:00", minutes: 60, repeat: sundays, people: 5 },
  { title: "Crew check-in", inDays: -28, time: "08:15", minutes: 15, repeat: workdays, people: 3 },
  { title: "Month in numbers", inDays: -90, time: "15:00", minutes: 90, repeat: lastThursday, people: 2 },
  {
    title: "Roof survey, Haifa port",
    inDays: 0,
    time: "10:30",
    minutes: 105,
    location: "Haifa",
    people: 2,
    isWithCustomer: true,
  },
  { title: "Price offer: two phases", inDays: 0, time: "14:00", minutes: 45, people: 1, isWithCustomer: true },
  { title: "Interview: site engineer", inDays: 1, time: "11:00", minutes: 60, people: 3 },
  { title: "סיור באתר בחיפה", inDays: 1, time: "09:30", minutes: 90, location: "חיפה", people: 2, isWithCustomer: true },
  { title: "Contract signing", inDays: 2, time: "16:00", minutes: 30, people: 1, isWithCustomer: true },
  { title: "Egyeztetés a tejüzemmel", inDays: 3, time: "10:00", minutes: 60, people: 2, isWithCustomer: true },
  { title: "Встреча: спецификация", inDays: 4, time: "13:00", minutes: 60, people: 2, isWithCustomer: true },
  { title: "Solar fair, Tel Aviv", inDays: 6, days: 3, location: "Expo Tel Aviv", people: 4 },
  { title: "Inverter training", inDays: 9, time: "09:00", minutes: 240, people: 5 },
  { title: "Handover with the grid operator", inDays: -2, time: "12:00", minutes: 75, people: 2, isWithCustomer: true },
  { title: "Pilot review", inDays: -5, time: "15:30", minutes: 60, people: 3, isWithCustomer: true },
];

/**
 * Makes the meetings of the demo.
 * @param about the cards with which they can be.
 */
export async function makeMeetings(
  orgId: OrgId,
  team: readonly UserId[],
  about: readonly CardId[],
  { clock, timeZone, random }: { readonly clock: Clock; readonly timeZone: string; readonly random: () => number },
): Promise<void> {
  const today = dayOf(clock.now(), timeZone);
  const meetings = all.map(
    ({ title, inDays, time, minutes, days, location, repeat, people, isWithCustomer }): AcceptedMeeting => {
      const day = dayAfter(today, inDays);
      const cardId = (isWithCustomer && about[Math.floor(random() * about.length)]) || null;
      return {
        title,
        start: time ? instantOf(day, time, timeZone) : day,
        minutes: minutes ?? null,
        days: days ?? null,
        timeZone,
        location: location ?? null,
        repeat: repeat ?? null,
        participants: team.slice(0, people),
        guests: cardId ? [{ cardId, email: null, name: null }] : [],
        cardId,
        reminder: time ? 15 : null,
        // Nobody is written to: there is no such firm.
        notify: { ...usualNotify, invite: false, changes: false },
      };
    },
  );
  const context = { orgId, actor: systemActor(orgId, "demo"), clock, requestId: newId("req"), origin: "import" } as const;
  await commitMetered(context, async (at) => {
    const made = meetings.map((values) => meetingCreation(orgId, values, { by: team[0] ?? "demo", at }));
    return {
      writes: made.map(({ write }) => write),
      records: [{ changes: made.map(({ change }) => change) }],
      result: undefined,
    };
  });
}
