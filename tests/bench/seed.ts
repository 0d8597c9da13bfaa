import { meetingCreation } from "@kartis/core/activities/index.ts";
import { creation } from "@kartis/core/activities/writes.ts";
import { chunkLength, creationChunk, fieldContextOf, getCardType, newCard } from "@kartis/core/cards/index.ts";
import { acceptNew } from "@kartis/core/cards/rules.ts";
import type { CardType } from "@kartis/core/cards/schema.ts";
import { commit } from "@kartis/core/data/commit.ts";
import { systemActor } from "@kartis/core/kernel/actor.ts";
import { systemClock } from "@kartis/core/kernel/clock.ts";
import { type CardTypeId, newId, type OrgId, type UserId } from "@kartis/core/kernel/id.ts";

const firsts = ["Galil", "Kovács", "Арбат", "נועה", "Haifa", "Bakony", "Oren", "Lakeside", "Teva", "Zsolnay"];
const seconds = ["Cold Storage", "Építő", "Фасад", "כהן", "Port", "Dairy", "Architects", "Tennis", "Market", "Ceramics"];

/** Cards of one type, in the chunks an import would make, without identifiers so that seeding is not what is measured. @param from how many there are already. */
export async function seedBenchCards(orgId: OrgId, typeId: CardTypeId, count: number, from = 0): Promise<string[]> {
  const [type, context] = await Promise.all([getCardType(orgId, typeId), fieldContextOf(orgId)]);
  const unlocked: CardType = { ...type, identifiers: [] };
  const cards = Array.from({ length: count }, (_, index) => acceptNew(unlocked, valuesOf(type, from + index), context).values);
  const ids: string[] = [];
  const commitContext = {
    orgId,
    actor: systemActor(orgId, "bench"),
    clock: systemClock,
    requestId: newId("req"),
    origin: "import",
    batchId: newId("opn"),
  } as const;
  for (let at = 0; at < cards.length;) {
    const chunk = cards.slice(at, at + chunkLength(unlocked, cards.slice(at, at + 100), context));
    const { result } = await commit(commitContext, async (now) => {
      const { writes, changes, cardIds } = creationChunk(
        orgId,
        unlocked,
        chunk.map((values) => newCard(unlocked, values, context)),
        new Set(),
        now,
      );
      return { writes, records: [{ changes }], result: cardIds };
    });
    ids.push(...result);
    at += chunk.length;
  }
  return ids;
}

/** Tasks of one person about the cards, of which one in twenty is still to be done. */
export async function seedBenchTasks(orgId: OrgId, userId: UserId, cardIds: readonly string[], count: number): Promise<void> {
  const chunk = 90;
  for (let from = 0; from < count; from += chunk) {
    await commit(
      { orgId, actor: systemActor(orgId, "bench"), clock: systemClock, requestId: newId("req"), origin: "import" },
      async (now) => {
        const made = Array.from({ length: Math.min(chunk, count - from) }, (_, index) => {
          const at = from + index;
          const day = new Date(Date.parse("2026-01-01") + (at % 700) * 86_400_000).toISOString().slice(0, 10);
          const isDone = at % 20 !== 0;
          const values = {
            title: `${firsts[at % 10]} ${seconds[(at * 3) % 10]} ${at}`,
            due: day,
            dueAt: `${day}T21:59:59.999Z`,
            assignedTo: userId,
            cardId: cardIds[at % cardIds.length] ?? null,
            ...(isDone ? { done: true, doneAt: `${day}T10:00:00.000Z` } : {}),
          };
          return creation(orgId, "TASK", newId("act"), values, userId, now);
        });
        return {
          writes: made.map(({ write }) => write),
          records: [{ changes: made.map(({ change }) => change) }],
          result: undefined,
        };
      },
    );
  }
}

/** Meetings of one person: a hundred in November 2026, twenty series that go on, and all others in the years before. */
export async function seedBenchMeetings(orgId: OrgId, userId: UserId, count: number): Promise<void> {
  const chunk = 90;
  const [november, longAgo] = [Date.parse("2026-11-01T06:00:00Z"), Date.parse("2016-01-01T06:00:00Z")];
  for (let from = 0; from < count; from += chunk) {
    await commit(
      { orgId, actor: systemActor(orgId, "bench"), clock: systemClock, requestId: newId("req"), origin: "import" },
      async (at) => {
        const made = Array.from({ length: Math.min(chunk, count - from) }, (_, index) => {
          const number = from + index;
          const day = number < 100 ? november + (number % 28) * 86_400_000 : longAgo + (number % 3_600) * 86_400_000;
          const values = {
            title: `${firsts[number % 10]} ${seconds[(number * 3) % 10]} ${number}`,
            start: new Date(day + (number % 9) * 3_600_000).toISOString(),
            minutes: 60,
            timeZone: "Asia/Jerusalem",
            participants: [userId],
            repeat: number >= 100 && number < 120 ? ({ frequency: "day", every: 7, ends: { type: "never" } } as const) : null,
          };
          return meetingCreation(orgId, values, { by: userId, at });
        });
        return {
          writes: made.map(({ write }) => write),
          records: [{ changes: made.map(({ change }) => change) }],
          result: undefined,
        };
      },
    );
  }
}

/** Comments of one person on one card, a few each day. */
export async function seedBenchTimeline(orgId: OrgId, userId: UserId, cardId: string, count: number): Promise<void> {
  const began = Date.parse("2026-01-01T06:00:00Z");
  await seedActivities(orgId, count, (number, at) => {
    const text = `${firsts[number % 10]} ${seconds[(number * 3) % 10]} ${number}`;
    const body = [{ type: "paragraph", content: [{ text }] }];
    const madeAt = new Date(Math.min(Date.parse(at), began + number * 60_000)).toISOString();
    return creation(orgId, "COMMENT", newId("act"), { cardId, parentId: null, body, text }, userId, madeAt);
  });
}

/** Open tasks with reminders, each person's in turn: twenty of everybody's in the hours to come, all others later. */
export async function seedBenchReminders(orgId: OrgId, people: readonly UserId[], count: number): Promise<void> {
  const [soon, later] = [Date.now() + 3_600_000, Date.now() + 86_400_000];
  await seedActivities(orgId, count, (number, at) => {
    const [userId, round] = [people[number % people.length] ?? missingPerson(), Math.floor(number / people.length)];
    const due = new Date(round < 20 ? soon + round * 300_000 : later + number * 60_000).toISOString();
    const values = { title: `${firsts[number % 10]} ${number}`, due, dueAt: due, assignedTo: userId, reminder: 10 };
    return creation(orgId, "TASK", newId("act"), values, userId, at);
  });
}

function missingPerson(): never {
  throw new Error("There is nobody to remind");
}

async function seedActivities(
  orgId: OrgId,
  count: number,
  make: (number: number, at: string) => ReturnType<typeof creation>,
): Promise<void> {
  const chunk = 90;
  for (let from = 0; from < count; from += chunk) {
    await commit(
      { orgId, actor: systemActor(orgId, "bench"), clock: systemClock, requestId: newId("req"), origin: "import" },
      async (at) => {
        const made = Array.from({ length: Math.min(chunk, count - from) }, (_, index) => make(from + index, at));
        return {
          writes: made.map(({ write }) => write),
          records: [{ changes: made.map(({ change }) => change) }],
          result: undefined,
        };
      },
    );
  }
}

function valuesOf(type: CardType, index: number): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const field of type.fields) {
    const option = field.options[index % Math.max(1, field.options.length)];
    if (field.id === "name") values[field.id] = `${firsts[index % 10]} ${seconds[Math.floor(index / 10) % 10]} ${index}`;
    else if (option) values[field.id] = option.id;
    else if (field.type === "currency") values[field.id] = (index * 7_919_001) % 100_000_000;
    else if (field.type === "email") values[field.id] = `office${index}@firm${index % 97}.example`;
    else if (field.type === "phone") values[field.id] = `+97250${String(2_340_000 + (index % 600_000)).padStart(7, "0")}`;
    else if (field.key === "location") values[field.id] = `Street ${index % 300}, Haifa`;
    else if (field.key === "mainContact") values[field.id] = `${firsts[(index * 3) % 10]} ${seconds[(index * 7) % 10]}`;
  }
  return values;
}

/** A file of contacts as people have them: quotes, a line break, Hebrew and Cyrillic. */
export function csvOf(rows: number): string {
  const lines = Array.from(
    { length: rows },
    (_, index) =>
      `"${firsts[index % 10]} ""${seconds[index % 10]}"" ${index}",import${index}@bench.example,050-2${String(index).padStart(6, "0")},${index}.50,New`,
  );
  return `\ufeffName,Email,Phone,Price,Status\r\n${lines.join("\r\n")}\r\n`;
}
