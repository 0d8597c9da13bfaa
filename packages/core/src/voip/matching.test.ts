import { deps } from "@kartis/events/voip/dependencies.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { cardWithPhone, startVoip, type VoipSide } from "@kartis/tests/support/voip.ts";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { cardProcedures } from "../cards/index.ts";
import { latestRecords } from "../data/journal-entity.ts";
import { changesOf } from "../data/payloads.ts";
import { systemClock } from "../kernel/clock.ts";
import type { CardId } from "../kernel/id.ts";
import { timelineProcedures } from "../timeline/index.ts";
import { voipProcedures } from "./index.ts";
import { matchCalls } from "./matching.ts";
import type { ListCallsInput } from "./schema.ts";
import { reportingActions } from "./triggers.ts";
import type * as z from "zod";

const list = named(voipProcedures, "voip.list");
const timeline = named(timelineProcedures, "timeline.list");
const [types, update, remove, restore] = [
  named(cardProcedures, "cards.types"),
  named(cardProcedures, "cards.update"),
  named(cardProcedures, "cards.remove"),
  named(cardProcedures, "cards.restore"),
];

let backend: Backend;
let side: VoipSide;
let owner: Owner;
beforeAll(async () => {
  backend = await startBackend();
  side = await startVoip();
});
beforeEach(async () => {
  side.reports.splice(0);
  owner = await newOwner({ language: "he" });
  await side.connect(owner);
});
afterAll(async () => {
  await side.close();
  await backend.close();
});

const calls = async (asked: z.input<typeof ListCallsInput> = {}) => (await owner.call(list, asked)).calls;

async function onTimeline(cardId: CardId, of = owner) {
  const { entries } = await of.call(timeline, { cardId, channels: ["calls"], limit: 100 });
  return entries.flatMap((entry) => (entry.kind === "activity" && entry.type === "CALL" ? [entry.value] : []));
}

/** Somebody calls, and nobody answers. */
async function ring(number: string): Promise<void> {
  side.reports.push(...side.voicenter.ring(number, "204"), ...side.voicenter.hangUp(side.voicenter.calls[0]?.id ?? ""));
  await side.settle(owner.orgId);
}

it("a stranger's call is on the timeline of a card that gets the number later, once, and on nobody else's", async () => {
  for (const number of ["36301234567", "36301234567", "36307654321"]) await ring(number);
  const stranger = await newOwner();
  const elsewhere = await cardWithPhone(stranger, "+36301234567");
  const made = await cardWithPhone(owner, "+36 30 123 4567");
  for (let times = 0; times < 2; times++) await Promise.all([side.match(owner.orgId, 1), side.match(stranger.orgId)]);
  expect(await onTimeline(made)).toMatchObject([{ status: "missed" }, { status: "missed" }]);
  expect(await onTimeline(elsewhere, stranger)).toEqual([]);
  const cardsByNumber = (await calls()).map(({ number, cardId }) => `${number} ${cardId}`);
  expect(cardsByNumber.toSorted()).toEqual([`+36301234567 ${made}`, `+36301234567 ${made}`, "+36307654321 null"]);
  const other = await cardWithPhone(owner, "054-555-0187");
  const [type] = await owner.call(types, {});
  const field = type?.fields.find((one) => one.type === "phone")?.id ?? "";
  await owner.call(update, { cardId: other, fields: { [field]: "+36307654321;ext=12" } });
  await side.match(owner.orgId, 1);
  expect(await onTimeline(other)).toMatchObject([{ number: "+36307654321", createdBy: null }]);
  expect(await calls({ folder: "callBack" })).toHaveLength(2);
});

it("a call from a card's number while it is in the trash is on its timeline once it is restored", async () => {
  const trashed = await cardWithPhone(owner, "+36301234567");
  await owner.call(remove, { cardId: trashed });
  await ring("36301234567");
  expect(await calls()).toMatchObject([{ cardId: null }]);
  await owner.call(restore, { cardId: trashed });
  await side.match(owner.orgId, 1);
  expect(await onTimeline(trashed)).toMatchObject([{ status: "missed" }]);
});

it("a call whose last report is taken in while the card is made is looked at after its own record", async () => {
  await ring("36301234567");
  const made = await cardWithPhone(owner, "+36301234567");
  for (const record of await latestRecords(owner.orgId, 20, null)) {
    const changes = changesOf(record.changes, reportingActions);
    await matchCalls({ ...record, changes }, { clock: systemClock, deps });
  }
  expect(await onTimeline(made)).toHaveLength(1);
});

it("each call is on the card's timeline once, in whatever order and however often its reports and the card's record come", async () => {
  const reports = [1, 2, 3, 4].flatMap(() => {
    const rung = side.voicenter.ring("36301234567", "204");
    return [...rung, ...side.voicenter.hangUp(side.voicenter.calls[0]?.id ?? "")];
  });
  // The last reports first, each of them twice, half of them before the card is there.
  const shuffled = [...reports, ...reports].toReversed();
  const half = shuffled.length / 2;
  const take = async (some: typeof shuffled) => {
    await Promise.all(some.map((report) => side.report(owner.orgId, report)));
    await side.keep(owner.orgId);
  };
  await take(shuffled.slice(0, half));
  const [made] = await Promise.all([cardWithPhone(owner, "+36301234567"), take(shuffled.slice(half))]);
  await Promise.all([side.match(owner.orgId), side.keep(owner.orgId), side.match(owner.orgId)]);
  expect((await onTimeline(made)).map(({ status }) => status)).toEqual(Array.from({ length: 4 }, () => "missed"));
  expect((await calls()).map(({ cardId }) => cardId)).toEqual(Array.from({ length: 4 }, () => made));
  // A call that is on a card stays there, though another card gets the number.
  const other = await cardWithPhone(owner, "+36301234567");
  await side.match(owner.orgId);
  expect(await onTimeline(other)).toEqual([]);
  expect(await onTimeline(made)).toHaveLength(4);
});
