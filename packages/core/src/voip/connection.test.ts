import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { cardWithPhone, startVoip, type VoipSide } from "@kartis/tests/support/voip.ts";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { CardId } from "../kernel/id.ts";
import { voipProcedures } from "./index.ts";
import type { Call } from "./schema.ts";

const [place, list, settings, test, disconnect] = [
  named(voipProcedures, "voip.place"),
  named(voipProcedures, "voip.list"),
  named(voipProcedures, "voip.settings"),
  named(voipProcedures, "voip.test"),
  named(voipProcedures, "voip.disconnect"),
];
const setExtension = named(voipProcedures, "voip.setExtension");

const [customer, stored] = ["972545550187", "+972545550187"];

let backend: Backend;
let side: VoipSide;
let owner: Owner;
let cardId: CardId;
beforeAll(async () => {
  backend = await startBackend();
  side = await startVoip();
});
beforeEach(async () => {
  side.voicenter.weather = "fine";
  side.reports.splice(0);
  owner = await newOwner({ language: "he" });
  await side.connect(owner);
  await owner.call(setExtension, { userId: owner.userId, extension: "204" });
  cardId = await cardWithPhone(owner, "054-555-0187");
});
afterAll(async () => {
  await side.close();
  await backend.close();
});

const calls = async (limit = 50): Promise<readonly Call[]> => (await owner.call(list, { limit })).calls;
/** Does something that asks the provider, and enters the account again after the provider has answered, before the answer is read. */
async function reconnectingMeanwhile<Result>(act: () => Promise<Result>): Promise<Result> {
  const original = globalThis.fetch;
  let isReconnected = false;
  const asking = vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const answer = await original(input, init);
    const url = input instanceof Request ? input.url : String(input);
    if (isReconnected || !url.startsWith(process.env["VOIP_URL"] ?? "")) return answer;
    isReconnected = true;
    side.voicenter.weather = "fine";
    await side.connect(owner);
    return answer;
  });
  const result = await act().finally(() => asking.mockRestore());
  expect(isReconnected).toBe(true);
  return result;
}
const newest = () => side.voicenter.calls[0]?.id ?? expect.fail("no call");

describe("the connection", () => {
  it("is tested with the provider before it is stored, and never returns its codes", async () => {
    const { connection, hookUrl, providers } = await owner.call(settings, {});
    expect(connection).toMatchObject({ provider: "voicenter", values: {}, problem: null });
    expect(JSON.stringify({ connection, providers })).not.toContain("code-of-the-tests");
    expect(hookUrl).toContain(`/api/hooks/voip/${owner.orgId}.`);
    const values = { code: "code-of-the-tests", logCode: "wrong" };
    const connect = named(voipProcedures, "voip.connect");
    await expect(owner.call(connect, { provider: "voicenter", values })).rejects.toMatchObject({
      code: "INVALID_INPUT",
      details: { fields: { "values.logCode": "validation.voipAccount" } },
    });
    side.voicenter.weather = "broken";
    await expect(owner.call(connect, { provider: "voicenter", values })).rejects.toMatchObject({ code: "BAD_GATEWAY" });
    await expect(owner.call(connect, { provider: "nobody", values })).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });

  it("that the provider refuses places no calls until it is tested again", async () => {
    side.voicenter.weather = "address";
    expect(await owner.call(test, {})).toMatchObject({ problem: "address" });
    await expect(owner.call(place, { number: stored })).rejects.toMatchObject({ details: { messageKey: "errors.voipRefused" } });
    side.voicenter.weather = "fine";
    expect(await owner.call(test, {})).toMatchObject({ problem: null });
    await owner.call(place, { number: stored });
  });

  it("of before says nothing about the one that was made while the provider was asked", async () => {
    side.voicenter.weather = "address";
    expect(await reconnectingMeanwhile(() => owner.call(test, {}))).toMatchObject({ problem: null });
    expect((await owner.call(settings, {})).connection).toMatchObject({ problem: null });
  });

  it("of before says nothing about the one that was made while a call was refused to it", async () => {
    await owner.call(place, { number: stored });
    side.voicenter.weather = "blocked";
    await reconnectingMeanwhile(() => side.settle(owner.orgId));
    expect((await owner.call(list, { limit: 1 })).calls).toMatchObject([{ status: "failed" }]);
    expect((await owner.call(settings, {})).connection).toMatchObject({ problem: null });
  });

  it("whose token for placing calls is refused says so until a call is accepted, though the rest of it is; calls are still tried", async () => {
    side.voicenter.weather = "blocked";
    for (let times = 0; times < 2; times++) {
      await owner.call(place, { number: stored });
      await side.settle(owner.orgId);
    }
    expect((await owner.call(settings, {})).connection).toMatchObject({ problem: "dialing" });
    side.voicenter.weather = "fine";
    expect(await owner.call(test, {})).toMatchObject({ problem: "dialing" });
    side.voicenter.weather = "address";
    expect(await owner.call(test, {})).toMatchObject({ problem: "address" });
    side.voicenter.weather = "fine";
    expect(await owner.call(test, {})).toMatchObject({ problem: null });
    side.voicenter.weather = "blocked";
    await owner.call(place, { number: stored });
    await side.settle(owner.orgId);
    side.voicenter.weather = "fine";
    await owner.call(place, { number: stored });
    await side.settle(owner.orgId);
    expect((await owner.call(settings, {})).connection).toMatchObject({ problem: null, problemAt: null });
  });

  it("that was ended takes no reports, and a new one has another URL", async () => {
    const before = (await owner.call(settings, {})).hookUrl ?? "";
    const token = before.slice(before.lastIndexOf("/") + 1);
    await owner.call(disconnect, {});
    const [ringing] = side.voicenter.ring(customer, "204");
    expect((await side.report(owner.orgId, ringing, { token })).statusCode).toBe(404);
    await side.connect(owner);
    expect((await side.report(owner.orgId, ringing, { token })).statusCode).toBe(404);
    expect((await side.report(owner.orgId, ringing)).statusCode).toBe(200);
  });
});

it("reports are answered as the provider expects, and taken only under the organization's own URL", async () => {
  const [ringing] = side.voicenter.ring(customer, "204");
  expect(await side.report(owner.orgId, ringing)).toMatchObject({
    statusCode: 200,
    body: expect.stringContaining('"STATUS":"OK"'),
  });
  const [, record] = side.voicenter.hangUp(newest());
  expect(await side.report(owner.orgId, record)).toMatchObject({ statusCode: 200, body: '{"Err":0,"Errdesc":"OK"}' });
  const stranger = await newOwner();
  await side.connect(stranger);
  const own = (await stranger.call(settings, {})).hookUrl ?? "";
  const signature = own.slice(own.lastIndexOf(".") + 1);
  for (const token of ["", "x", `${owner.orgId}.`, `${owner.orgId}.${signature}`, `${owner.orgId}.x.y`])
    expect((await side.report(owner.orgId, ringing, { token })).statusCode).toBe(404);
  expect((await side.report(owner.orgId, ringing, { raw: "x".repeat(262_145) })).statusCode).toBe(413);
});

it("a report of any shape is answered, and leaves nothing half-written", async () => {
  const whole = [...side.voicenter.ring(customer, "204"), ...side.voicenter.hangUp(newest())];
  const junk = fc.anything({ maxDepth: 3, withNullPrototype: false });
  const keys = [
    "ivruniqueid",
    "ivrid",
    "type",
    "status",
    "caller",
    "time",
    "record",
    "var_kartis",
    "targetextension",
    "phone",
    "isAnswer",
  ];
  const spoiled = fc.oneof(
    junk,
    fc
      .tuple(fc.constantFrom(...whole), fc.constantFrom(...keys), junk)
      .map(([report, key, value]) => ({ ...report, [key]: value })),
  );
  await fc.assert(
    fc.asyncProperty(spoiled, async (body) => {
      const raw = JSON.stringify(body) ?? "";
      expect([200, 400]).toContain((await side.report(owner.orgId, body, { raw })).statusCode);
    }),
    { numRuns: 200 },
  );
  await side.keep(owner.orgId);
  for (const { number, status } of await calls(100)) {
    expect(number ?? stored).toMatch(/^[+*]?\d{1,20}$/);
    expect(["pending", "missed", "answered", "failed"]).toContain(status);
  }
});

it("reports that nobody writes are refused, or are calls with what can be read of them, which none stops", async () => {
  const report = async (raw: string) => (await side.report(owner.orgId, null, { raw })).statusCode;
  for (const raw of ["", "null", "[]", "{}", "[".repeat(200_000), '{"ivruniqueid":{"a":1},"type":"1"}'])
    expect(await report(raw), raw.slice(0, 20)).toBe(400);
  const written = [
    '{"ivruniqueid":"a","type":"1","status":"constructor","time":9999999999,"record":"javascript:alert(1)","caller":"😀"}',
    '{"ivruniqueid":"b","type":"constructor","status":"__proto__"}',
    `{"ivrid":"c","status":"constructor","direction":"out","callStarted":9999999999,"phone":"${"9".repeat(80)}"}`,
    '{"__proto__":{"ivruniqueid":"d"},"ivrid":"d","status":"toString","phone":"0545550187"}',
  ];
  for (const raw of written) expect(await report(raw), raw).toBe(200);
  await side.keep(owner.orgId);
  const found = await calls();
  expect(found).toHaveLength(3);
  expect(found).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ direction: "IN", status: "missed", reason: "other", number: null, recording: null }),
      expect.objectContaining({ direction: "OUT", status: "failed" }),
      expect.objectContaining({ direction: "IN", status: "missed", number: stored, cardId }),
    ]),
  );
  // A provider's clock that is fast does not tell of calls to come: they could not be called back.
  for (const { startedAt } of found) expect(Date.parse(startedAt)).toBeLessThanOrEqual(Date.now());
});
