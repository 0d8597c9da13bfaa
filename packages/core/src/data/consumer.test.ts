import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { sqsRecord } from "@kartis/tests/support/sqs.ts";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { systemActor } from "../kernel/actor.ts";
import { systemClock } from "../kernel/clock.ts";
import { newId, type OrgId } from "../kernel/id.ts";
import { commit } from "./commit.ts";
import { consumer, organizationConsumer } from "./consumer.ts";
import type { Change, JournalAction, JournalRecord } from "./journal.ts";

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

const change = (action: JournalAction): Change => ({
  action,
  subject: { kind: "card", id: newId("crd") },
  version: 1,
  before: null,
  after: null,
});

async function record(orgId: OrgId, ...changes: readonly Change[]): Promise<JournalRecord> {
  const { records } = await commit(
    { orgId, actor: systemActor(orgId, "test"), clock: systemClock, requestId: "r", origin: "ui" },
    async () => ({
      writes: [],
      records: [{ changes: changes.length > 0 ? changes : [change("card.update")] }],
      result: null,
    }),
  );
  const [first] = records;
  if (!first) throw new Error("No record");
  return first;
}

const message = (messageId: string, detail: unknown) =>
  sqsRecord({ source: "kartis.journal", "detail-type": "card.update", detail }, { messageId });
const detailOf = ({ orgId, id, changes }: JournalRecord) => ({
  orgId,
  recordId: id,
  actions: changes.map((change) => change.action),
});

it("runs as the system of the record's organization, with the record itself", async () => {
  const orgId = newId("org");
  const written = await record(orgId);
  const seen: unknown[] = [];
  const handler = consumer({ name: "test", on: ["card.update"], run: async (given, { actor }) => void seen.push(given, actor) });
  expect(await handler({ Records: [message("1", detailOf(written))] })).toEqual({ batchItemFailures: [] });
  expect(seen).toEqual([written, { kind: "system", orgId, reason: "test" }]);
});

it("returns only the failed messages, an unreadable one among them", async () => {
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const orgId = newId("org");
  const [good, bad] = [await record(orgId), await record(orgId)];
  const handler = consumer({
    name: "test",
    on: ["card.update"],
    run: async ({ id }) => {
      if (id === bad.id) throw new Error("no");
    },
  });
  const Records = [message("good", detailOf(good)), message("bad", detailOf(bad)), message("unreadable", { orgId: "nobody" })];
  expect(await handler({ Records })).toEqual({
    batchItemFailures: [{ itemIdentifier: "bad" }, { itemIdentifier: "unreadable" }],
  });
  vi.restoreAllMocks();
});

it("reacts only to what it subscribed to, and not to a record that is gone", async () => {
  const orgId = newId("org");
  const [created, updated] = [await record(orgId, change("card.create")), await record(orgId)];
  const seen: string[] = [];
  const handler = consumer({ name: "test", on: ["card.create"], run: async ({ id }) => void seen.push(id) });
  const gone = { ...detailOf(created), recordId: "01J0000000000000000000000C" };
  await handler({ Records: [message("1", detailOf(created)), message("2", detailOf(updated)), message("3", gone)] });
  expect(seen).toEqual([created.id]);
});

it("hands on only the changes that it subscribed to, and refuses a record that does not carry what its action says", async () => {
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const orgId = newId("org");
  const reminder = (after: Change["after"]): Change => ({
    action: "reminder.fire",
    subject: { kind: "reminder", id: newId("act") },
    version: 1,
    before: null,
    after,
  });
  const fired = reminder({ remindAt: "2030-01-01T08:00:00.000Z", startsAt: "2030-01-01T09:00:00.000Z" });
  const [whole, wanting] = [await record(orgId, change("card.update"), fired), await record(orgId, reminder({ remindAt: 8 }))];
  const seen: string[] = [];
  const handler = consumer({
    name: "test",
    on: ["reminder.fire"],
    run: async ({ changes }) => void seen.push(...changes.map(({ subject, after }) => `${subject.id} ${after?.startsAt}`)),
  });
  const { batchItemFailures } = await handler({
    Records: [message("whole", detailOf(whole)), message("wanting", detailOf(wanting))],
  });
  expect(seen).toEqual([`${fired.subject.id} 2030-01-01T09:00:00.000Z`]);
  expect(batchItemFailures).toEqual([{ itemIdentifier: "wanting" }]);
  vi.restoreAllMocks();
});

it("runs once for each organization of a batch, and returns all messages of one that failed", async () => {
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const [one, two] = [newId("org"), newId("org")];
  const event = (orgId: OrgId, recordId: string) => ({ orgId, recordId, actions: ["card.update"] });
  const runs: [OrgId, string[]][] = [];
  const handler = organizationConsumer({
    name: "test",
    async run(orgId, events) {
      runs.push([orgId, events.map(({ recordId }) => recordId)]);
      if (orgId === two) throw new Error("no");
    },
  });
  const Records = [
    message("a", event(one, "1")),
    message("b", event(two, "2")),
    message("c", event(one, "3")),
    message("d", event(two, "4")),
    message("e", {}),
  ];
  const { batchItemFailures } = await handler({ Records });
  expect(runs).toEqual([
    [one, ["1", "3"]],
    [two, ["2", "4"]],
  ]);
  expect(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)).toEqual(["e", "b", "d"]);
  vi.restoreAllMocks();
});
