import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { startVoip, type VoipSide } from "@kartis/tests/support/voip.ts";
import { afterAll, beforeAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { latestRecords } from "../data/journal-entity.ts";
import { systemContext } from "../data/commit.ts";
import { systemClock } from "../kernel/clock.ts";
import { receive } from "../provider-events/index.ts";
import { wasEnded } from "./alias.ts";
import { endCalls } from "./ending.ts";
import { voipProcedures } from "./index.ts";
import { silenceEvent } from "./reports.ts";
import type { Call } from "./schema.ts";
import { sweepCalls } from "./sweep.ts";

const [place, list, settings, test] = [
  named(voipProcedures, "voip.place"),
  named(voipProcedures, "voip.list"),
  named(voipProcedures, "voip.settings"),
  named(voipProcedures, "voip.test"),
];
const number = "+972545550187";
const hourMs = 3_600_000;
let start = 0;
/** Sets everybody's clocks to so many hours after the beginning of the test. */
const inHours = (hours: number) => vi.useFakeTimers({ toFake: ["Date"], now: start + hours * hourMs });

let backend: Backend;
let side: VoipSide;
let owner: Owner;
beforeAll(async () => {
  backend = await startBackend();
});
beforeEach(async () => {
  start = Date.now();
  // Its log has the calls of all who are connected with it.
  side = await startVoip();
  owner = await newOwner();
  await side.connect(owner);
  await owner.call(named(voipProcedures, "voip.setExtension"), { userId: owner.userId, extension: "204" });
});
afterEach(async () => {
  vi.useRealTimers();
  await side.close();
});
afterAll(() => backend.close());

const calls = async (): Promise<readonly Call[]> => (await owner.call(list, { limit: 100 })).calls;
const newest = () => side.voicenter.calls[0]?.id ?? expect.fail("no call");
const counted = async (name: string) =>
  (await latestRecords(owner.orgId, 300, null)).flatMap(({ changes }) => changes).filter(({ action }) => action === name).length;

async function sweep(hours: number): Promise<number> {
  inHours(hours);
  const { failed } = await sweepCalls(systemClock, 60_000);
  await side.keep(owner.orgId);
  return failed;
}

describe("a call of which nothing more is reported", () => {
  it("has failed after three hours, once, and says that nobody knows how it ended", async () => {
    await owner.call(place, { number });
    await side.settle(owner.orgId);
    side.voicenter.ring("972545550188", "204").forEach((report) => side.reports.push(report));
    await side.settle(owner.orgId);
    const before = await counted("voip.update");
    await sweep(2.9);
    expect((await calls()).map(({ status }) => status)).toEqual(["pending", "pending"]);
    for (let times = 0; times < 3; times++) await sweep(3.1 + times);
    // The one that came in may have been answered: it is not among the missed ones.
    expect((await calls()).toSorted((a, b) => a.direction.localeCompare(b.direction))).toMatchObject([
      { direction: "IN", status: "failed", reason: "unreported" },
      { direction: "OUT", status: "failed", reason: "unreported" },
    ]);
    expect(await counted("voip.update")).toBe(before + 2);
  });

  it("is not given up if something was reported meanwhile, and is what a record says that comes after all", async () => {
    side.reports.push(...side.voicenter.ring("972545550187", "204"));
    await side.settle(owner.orgId);
    const [asSwept] = await calls();
    side.reports.push(...side.voicenter.answer(newest()));
    await side.settle(owner.orgId);
    // The sweep has seen it ring, and its next report was taken in before the sweep's message.
    await receive(owner.orgId, silenceEvent(asSwept ?? expect.fail("no call")));
    await side.keep(owner.orgId);
    expect(await calls()).toMatchObject([{ state: "talking", status: "pending" }]);
    await sweep(4);
    expect(await calls()).toMatchObject([{ status: "failed", reason: "unreported" }]);
    side.reports.push(...side.voicenter.hangUp(newest()));
    await side.settle(owner.orgId);
    expect(await calls()).toMatchObject([{ status: "answered", reason: null }]);
  });
});

describe("the provider's log", () => {
  const talk = (to: string) => {
    side.voicenter.weather = "silent";
    side.voicenter.ring(to, "204");
    side.voicenter.answer(newest());
    side.voicenter.hangUp(newest());
  };

  it("brings, in the night, the calls of which no report came, once", async () => {
    talk("972545550111");
    talk("972545550112");
    await owner.call(place, { number });
    await side.place(owner.orgId);
    await side.keep(owner.orgId);
    for (const _ of ["our person", "the other party"]) side.voicenter.answer(newest());
    side.voicenter.hangUp(newest());
    expect(await calls()).toMatchObject([{ status: "pending" }]);
    for (let nights = 1; nights < 4; nights++) expect(await sweep(24 * nights)).toBe(0);
    const found = (await calls()).toSorted((a, b) => String(a.number).localeCompare(String(b.number)));
    expect(found).toMatchObject([
      { number: "+972545550111", direction: "IN", status: "answered", extension: "204", userId: owner.userId },
      { number: "+972545550112", direction: "IN", status: "answered" },
      { number, direction: "OUT", status: "answered", recording: expect.stringContaining("mp3") },
    ]);
    const records = (await latestRecords(owner.orgId, 300, null)).flatMap(({ changes }) => changes);
    expect(records.filter(({ action, before }) => action === "voip.callDetailRecord" && before === null)).toHaveLength(2);
    // What is known is not stored again.
    expect(records.filter(({ action }) => action === "webhook.receive").length).toBeLessThanOrEqual(5);
  });

  it("is read to its end although it gives a part at a time, and does not bring back what was deleted here", async () => {
    for (const last of [1, 2, 3, 4]) {
      inHours(last / 10);
      talk(`97254555012${last}`);
    }
    side.voicenter.logRows = 2;
    expect(await sweep(24)).toBe(0);
    expect(await calls()).toHaveLength(4);
    const ids = (await calls()).map(({ id }) => id);
    await endCalls(systemContext(owner.orgId, "test", systemClock), ids, (all) => Promise.resolve(all));
    // Beside the keys of its reports, which another wording would change.
    expect(await Promise.all(ids.map((id) => wasEnded(owner.orgId, id)))).toEqual([true, true, true, true]);
    side.voicenter.logRows = 10_000;
    const before = await counted("webhook.receive");
    inHours(48);
    await sweepCalls(systemClock, 60_000);
    expect(await counted("webhook.receive")).toBe(before);
  });

  it("that asks for a pause is asked again an hour later; one that refuses the access is a problem of the connection", async () => {
    talk("972545550131");
    side.voicenter.weather = "hurried";
    expect(await sweep(24)).toBeGreaterThan(0);
    side.voicenter.weather = "silent";
    await sweep(24.5);
    expect(await calls()).toEqual([]);
    await sweep(25.1);
    expect(await calls()).toHaveLength(1);
    side.voicenter.weather = "account";
    await sweep(49);
    expect((await owner.call(settings, {})).connection).toMatchObject({ problem: "account" });
    side.voicenter.weather = "fine";
    expect(await owner.call(test, {})).toMatchObject({ problem: null });
  });
});
