import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newMember, newOwner, type Owner, type Visitor } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { cardProcedures } from "../../cards/index.ts";
import type { CardId } from "../../kernel/id.ts";
import { Statements } from "../../data/replica/statements.ts";
import { organizationProcedures } from "../../organizations/index.ts";
import { openReplica } from "../../replicas.ts";
import { timelineProcedures } from "../../timeline/index.ts";
import { activityProcedures, commentProcedures, meetingProcedures, reminderProcedures, taskProcedures } from "../index.ts";

let backend: Backend;
let owner: Owner;
let cardId: CardId;
const inAnHour = new Date(Date.now() + 3_600_000).toISOString();

beforeAll(async () => {
  backend = await startBackend();
  owner = await newOwner();
  const [type] = await owner.call(named(cardProcedures, "cards.types"), {});
  const card = await owner.call(named(cardProcedures, "cards.create"), {
    typeId: type?.id ?? expect.fail("no type"),
    fields: { name: "Bakony Bt." },
  });
  cardId = card.id;
  await owner.call(named(commentProcedures, "comments.create"), {
    cardId,
    body: [{ type: "paragraph", content: [{ text: "Hi" }] }],
  });
  await owner.call(named(taskProcedures, "tasks.create"), { title: "Call", due: inAnHour, reminder: 10, cardId });
  const meeting = { title: "Visit", start: inAnHour, reminder: 10 as const, guests: [{ cardId }] };
  await owner.call(named(meetingProcedures, "meetings.create"), meeting);
});
afterAll(() => backend.close());

/** Query plans that SQLite uses on `activity` for everything that `work` asks of the replica. */
async function waysOf(work: () => Promise<unknown>): Promise<string[]> {
  const asked = vi.spyOn(Statements.prototype, "of");
  await work();
  const texts = asked.mock.calls.map(([text]) => text);
  asked.mockRestore();
  const { db } = await openReplica(owner.orgId);
  return texts
    .filter((text) => /^\s*SELECT/.test(text) && /\bactivity\b/.test(text))
    .flatMap((text) => db.prepare(`EXPLAIN QUERY PLAN ${text}`).all())
    .map(({ detail }) => String(detail))
    .filter((detail) => /(?:SCAN|SEARCH) (?:activity|later|shown)\b/.test(detail));
}

/** Ways whose length is a card's activities, a window of time or the ids that are asked for; not all there is of a type. */
const isNarrow = (way: string): boolean =>
  /USING (?:PRIMARY KEY|(?:COVERING )?INDEX activity_(?:\w+_of_card|of_card|on_timeline|reminded|repeated|in_thread|answering))\b/.test(
    way,
  );

describe("Questions about one card or one person's hours", () => {
  it.each([
    ["a page of the timeline", (person: Visitor) => person.call(named(timelineProcedures, "timeline.list"), { cardId })],
    ["what stands above it", (person: Visitor) => person.call(named(timelineProcedures, "timeline.top"), { cardId })],
    [
      "a search by card",
      (person: Visitor) => person.call(named(activityProcedures, "activities.search"), { type: "TASK", cardId }),
    ],
    ["pending reminders", (person: Visitor) => person.call(named(reminderProcedures, "reminders.pending"), {})],
  ])("%s goes through no more than that, for everybody and for whoever sees only their own", async (_, ask) => {
    const grants = {
      "CARDS.read": "ORGANIZATION",
      "TASKS.read": "USER",
      "MEETINGS.read": "USER",
      "COMMENTS.read": "USER",
    } as const;
    const role = await owner.call(named(organizationProcedures, "roles.create"), { name: `Own ${Math.random()}`, grants });
    for (const person of [owner, await newMember(owner, { roleId: role.id })]) {
      const ways = await waysOf(() => ask(person));
      expect(ways.length).toBeGreaterThan(0);
      expect(ways.filter((way) => !isNarrow(way))).toEqual([]);
    }
  });
});
