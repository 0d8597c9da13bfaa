import { queued } from "@kartis/tests/support/queued.ts";
import { handler as notify } from "@kartis/events/notifications/on-change.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newMember, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { startVoip, type VoipSide } from "@kartis/tests/support/voip.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { cardProcedures } from "../cards/index.ts";
import { latestRecords } from "../data/journal-entity.ts";
import type { CardId } from "../kernel/id.ts";
import { notificationProcedures } from "../notifications/index.ts";
import { voipProcedures } from "./index.ts";

const setExtension = named(voipProcedures, "voip.setExtension");
const [customer, stranger] = ["972545550187", "36301234567"];

let backend: Backend;
let side: VoipSide;
let owner: Owner;
let seller: Owner;
let cardId: CardId;
beforeAll(async () => {
  backend = await startBackend();
  side = await startVoip();
});
beforeEach(async () => {
  side.reports.splice(0);
  owner = await newOwner({ language: "he" });
  await side.connect(owner);
  seller = await newMember(owner, { systemRole: "ADMIN" });
  await owner.call(setExtension, { userId: seller.userId, extension: "204" });
  const [type] = await owner.call(named(cardProcedures, "cards.types"), {});
  const phone = type?.fields.find((field) => field.type === "phone")?.id ?? expect.fail("no phone field");
  const fields = { name: "Galil Cold Storage", [phone]: "054-555-0187" };
  ({ id: cardId } = await owner.call(named(cardProcedures, "cards.create"), { typeId: type?.id ?? "typ_", fields }));
});
afterAll(async () => {
  await side.close();
  await backend.close();
});

const newest = () => side.voicenter.calls[0]?.id ?? expect.fail("no call");

/** What the member has been notified of, after the consumer has had all records twice. */
async function noticesOf(member: Owner, asked: "callMissed" | "voipProblem" = "callMissed") {
  const { orgId } = owner;
  const Records = await queued("notifications-on-change", orgId);
  for (let time = 0; time < 2; time++) expect(await notify({ Records })).toEqual({ batchItemFailures: [] });
  const { rows } = await member.call(named(notificationProcedures, "notifications.list"), {});
  return rows.filter(({ kind }) => kind === asked).map(({ subjects }) => subjects[0]);
}

describe("a call that nobody answers", () => {
  it("notifies the member whose extension rang, once, when it is over", async () => {
    side.reports.push(...side.voicenter.ring(customer, "204"));
    await side.settle(owner.orgId);
    expect(await noticesOf(seller)).toEqual([]);
    side.reports.push(...side.voicenter.hangUp(newest()));
    const reports = [...side.reports];
    await side.settle(owner.orgId);
    side.reports.push(...reports);
    await side.settle(owner.orgId);
    expect(await noticesOf(seller)).toMatchObject([{ id: cardId, name: "Galil Cold Storage", cardId }]);
    expect(await noticesOf(owner)).toEqual([]);
  });

  it("notifies everybody at whose extensions it rang", async () => {
    const other = await newMember(owner, { systemRole: "ADMIN" });
    await owner.call(setExtension, { userId: other.userId, extension: "205" });
    const [ringing] = side.voicenter.ring(customer, "204");
    side.reports.push(...(ringing ? [ringing, { ...ringing, extenUser: "205" }] : []), ...side.voicenter.hangUp(newest()));
    await side.settle(owner.orgId);
    for (const member of [seller, other]) expect(await noticesOf(member)).toMatchObject([{ id: cardId }]);
  });

  it("notifies once, though its record comes again with a recording", async () => {
    side.reports.push(...side.voicenter.ring(customer, "204"), ...side.voicenter.hangUp(newest()));
    const last = side.reports.at(-1);
    await side.settle(owner.orgId);
    side.reports.push({ ...last, record: "https://recordings.voicenter.example/voicemail.mp3" });
    await side.settle(owner.orgId);
    const records = (await latestRecords(owner.orgId, 20, null)).flatMap(({ changes }) => changes.map(({ action }) => action));
    expect(records.filter((action) => action === "voip.callDetailRecord")).toHaveLength(2);
    expect(await noticesOf(seller)).toHaveLength(1);
  });

  it("notifies nobody if it was hours ago", async () => {
    const [ringing] = side.voicenter.ring(customer, "204");
    const callStarted = Math.floor(Date.now() / 1_000) - 2 * 3_600;
    side.reports.push(...(ringing ? [{ ...ringing, callStarted }] : []), ...side.voicenter.hangUp(newest()));
    const records = side.reports.map((report) =>
      "time" in report ? { ...report, time: callStarted } : { ...report, callStarted },
    );
    side.reports.splice(0, side.reports.length, ...records);
    await side.settle(owner.orgId);
    expect(await noticesOf(seller)).toEqual([]);
  });

  it("from a stranger names nobody and keeps no number", async () => {
    side.reports.push(...side.voicenter.ring(stranger, "204"), ...side.voicenter.hangUp(newest()));
    await side.settle(owner.orgId);
    expect(await noticesOf(seller)).toMatchObject([{ name: null, cardId: null }]);
    const { rows } = await seller.call(named(notificationProcedures, "notifications.list"), {});
    expect(JSON.stringify(rows)).not.toContain("301234567");
  });

  it("at an extension that is no member's notifies the owner of the caller's card", async () => {
    side.reports.push(...side.voicenter.ring(customer, "900"), ...side.voicenter.hangUp(newest()));
    await side.settle(owner.orgId);
    expect(await noticesOf(owner)).toMatchObject([{ id: cardId }]);
    expect(await noticesOf(seller)).toEqual([]);
  });
});

it("a call that is answered notifies nobody", async () => {
  side.reports.push(
    ...side.voicenter.ring(customer, "204"),
    ...side.voicenter.answer(newest()),
    ...side.voicenter.hangUp(newest()),
  );
  await side.settle(owner.orgId);
  expect([await noticesOf(seller), await noticesOf(owner)]).toEqual([[], []]);
});

it("a provider that begins to refuse calls is news to the administrators, once", async () => {
  side.voicenter.weather = "blocked";
  for (let times = 0; times < 2; times++) {
    await seller.call(named(voipProcedures, "voip.place"), { number: "+972545550187" });
    await side.settle(owner.orgId);
  }
  side.voicenter.weather = "fine";
  for (const administrator of [owner, seller]) expect(await noticesOf(administrator, "voipProblem")).toHaveLength(1);
});
