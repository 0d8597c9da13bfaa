import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newMember, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { cardWithPhone, startVoip, type VoipSide } from "@kartis/tests/support/voip.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { latestRecords } from "../data/journal-entity.ts";
import type { CardId } from "../kernel/id.ts";
import { voipProcedures } from "./index.ts";
import type { Call } from "./schema.ts";

const [connect, place, list, current, settings, test] = [
  named(voipProcedures, "voip.connect"),
  named(voipProcedures, "voip.place"),
  named(voipProcedures, "voip.list"),
  named(voipProcedures, "voip.current"),
  named(voipProcedures, "voip.settings"),
  named(voipProcedures, "voip.test"),
];
const setExtension = named(voipProcedures, "voip.setExtension");

const [customer, first, second] = ["+972545550187", "972545550111", "972545550112"];

let backend: Backend;
let side: VoipSide;
let owner: Owner;
let cardId: CardId;
beforeAll(async () => {
  backend = await startBackend();
  side = await startVoip();
});
beforeEach(async () => {
  side.twilio.weather = "fine";
  side.callbacks.splice(0);
  owner = await newOwner({ language: "he" });
  await side.connectTwilio(owner);
  await owner.call(setExtension, { userId: owner.userId, extension: first });
  cardId = await cardWithPhone(owner, "054-555-0187");
});
afterAll(async () => {
  await side.close();
  await backend.close();
});

const calls = async (): Promise<readonly Call[]> => (await owner.call(list, {})).calls;
const newest = () => side.twilio.calls[0]?.id ?? expect.fail("no call");
const settle = () => side.settle(owner.orgId);
/** Our person picks up, then the other party; both talk, and hang up. @returns seconds of their talk, as Twilio reports them */
async function talk(): Promise<number> {
  for (const _ of ["our person", "the other party"]) {
    side.callbacks.push(...side.twilio.answer(newest()));
    await settle();
  }
  const reports = side.twilio.hangUp(newest());
  side.callbacks.push(...reports);
  await settle();
  return Number(reports.find(({ fields }) => fields["DialCallDuration"])?.fields["DialCallDuration"]);
}

describe("a connection with Twilio", () => {
  it("keeps numbers in E.164 and the token encrypted, and names what is wrong", async () => {
    const values = { accountSid: "AC1", authToken: "wrong", callerNumber: "03-555-0100", ringAt: "054-555-0111, 054-555-0112" };
    await expect(owner.call(connect, { provider: "twilio", values })).rejects.toMatchObject({
      details: {
        fields: { "values.accountSid": "validation.voipAccount", "values.authToken": "validation.voipAccount" },
      },
    });
    const odd = { ...values, callerNumber: "+97235550100,+97235550101", ringAt: "nobody", authToken: "a b" };
    await expect(owner.call(connect, { provider: "twilio", values: odd })).rejects.toMatchObject({
      details: {
        fields: {
          "values.authToken": "validation.voipValue",
          "values.callerNumber": "validation.voipNumber",
          "values.ringAt": "validation.voipNumbers",
        },
      },
    });
    await side.connectTwilio(owner, {
      callerNumber: "03-555-0100",
      ringAt: "054-555-0111, 054-555-0112, 0545550111",
      record: "",
    });
    const { connection } = await owner.call(settings, {});
    expect(connection?.values).toMatchObject({
      callerNumber: "+97235550100",
      ringAt: "+972545550111,+972545550112",
      record: "",
    });
    expect(JSON.stringify([connection, await latestRecords(owner.orgId, 100, null)])).not.toContain("token-of-the-tests");
  });

  it("that Twilio no longer accepts says so when it is tested and when a call is placed", async () => {
    side.twilio.weather = "account";
    expect(await owner.call(test, {})).toMatchObject({ problem: "account" });
    side.twilio.weather = "fine";
    expect(await owner.call(test, {})).toMatchObject({ problem: null });
    side.twilio.weather = "account";
    await owner.call(place, { number: customer });
    await settle();
    expect(await calls()).toMatchObject([{ status: "failed", reason: "account" }]);
    await expect(owner.call(place, { number: customer })).rejects.toMatchObject({
      details: { messageKey: "errors.voipRefused" },
    });
  });
});

describe("a placed call", () => {
  it("rings at our person, then at the other party, and is one answered call with its recording", async () => {
    await owner.call(place, { number: customer, cardId });
    await settle();
    expect(await calls()).toMatchObject([{ status: "pending", state: "ringing", number: customer, extension: first, cardId }]);
    expect(side.twilio.calls).toMatchObject([{ number: customer, extension: `+${first}`, progress: "ringing" }]);
    const seconds = await talk();
    expect(await calls()).toMatchObject([
      {
        direction: "OUT",
        status: "answered",
        seconds,
        reason: null,
        cardId,
        userId: owner.userId,
        recording: `https://recordings.twilio.example/RE${newest().slice(2)}`,
      },
    ]);
  });

  it.for([
    ["+15005550011", "busy"],
    ["+15005550012", "noAnswer"],
    ["+15005550013", "other"],
    ["+15005550002", "other"],
  ] as const)("to %s fails: %s", async ([number, reason]) => {
    await owner.call(place, { number });
    await settle();
    side.callbacks.push(...side.twilio.answer(newest()));
    await settle();
    expect(await calls()).toMatchObject([{ status: "failed", number, reason, seconds: null }]);
  });

  it.for([
    ["region", "blocked"],
    ["caller", "caller"],
    ["broken", "unknown"],
    ["lost", "unknown"],
  ] as const)("when Twilio's weather is %s: %s, and nobody is called twice", async ([weather, reason]) => {
    side.twilio.weather = weather;
    const before = side.twilio.placed;
    await owner.call(place, { number: customer });
    await side.place(owner.orgId);
    await side.keep(owner.orgId);
    await side.place(owner.orgId);
    expect(side.twilio.placed - before).toBe(weather === "lost" ? 1 : 0);
    const [call] = await calls();
    expect(call).toMatchObject({ reason, status: reason === "unknown" ? "pending" : "failed" });
    side.twilio.weather = "fine";
    await settle();
    if (weather === "lost") {
      await talk();
      expect(await calls()).toMatchObject([{ status: "answered" }]);
    }
    expect((await owner.call(settings, {})).connection?.problem).toBe(weather === "caller" ? "caller" : null);
  });

  it.for(["doubled", "muddled"] as const)("reported %s is the same call", async (weather) => {
    side.twilio.weather = weather;
    await owner.call(place, { number: customer });
    await settle();
    await talk();
    expect(await calls()).toMatchObject([{ status: "answered", number: customer, extension: first, cardId }]);
  });

  it("that our person does not pick up has failed, and one by an extension of the switchboard is refused in words", async () => {
    await owner.call(place, { number: customer });
    await settle();
    side.callbacks.push(...side.twilio.hangUp(newest()));
    await settle();
    expect(await calls()).toMatchObject([{ status: "failed", reason: "noAnswer" }]);
    await owner.call(setExtension, { userId: owner.userId, extension: "101" });
    await expect(owner.call(place, { number: customer })).rejects.toMatchObject({
      details: { messageKey: "errors.voipExtensionNumber" },
    });
  });
});

describe("an incoming call", () => {
  it("rings at all of the numbers, is shown at once, and is the call of whoever picks up", async () => {
    const colleague = await newMember(owner, { systemRole: "ADMIN" });
    await owner.call(setExtension, { userId: colleague.userId, extension: second });
    const [asked] = side.twilio.ring(customer);
    const answer = await side.callback(asked ?? expect.fail());
    expect(answer.headers?.["content-type"]).toMatch(/^text\/xml/);
    expect(answer.body).toMatch(/<Dial .*record="record-from-answer".*\+972545550111<.*\+972545550112</);
    // Before anything is reported of the telephones: the pop-up is there with the first request.
    await side.keep(owner.orgId);
    for (const person of [owner, colleague])
      expect((await person.call(current, {})).calls).toMatchObject([{ direction: "IN", number: customer, cardId }]);
    await settle();
    side.callbacks.push(...side.twilio.answer(newest(), second));
    await settle();
    expect(await calls()).toMatchObject([{ status: "pending", state: "talking", extension: second, userId: colleague.userId }]);
    side.callbacks.push(...side.twilio.hangUp(newest()));
    await settle();
    expect(await calls()).toMatchObject([
      { status: "answered", number: customer, extension: second, userId: colleague.userId, cardId },
    ]);
    expect((await calls())[0]?.recording).toMatch(/^https:\/\/recordings\.twilio\.example\/RE/);
  });

  it.for(["fine", "doubled", "muddled"] as const)("that nobody answers is missed, %s", async (weather) => {
    side.twilio.weather = weather;
    side.callbacks.push(...side.twilio.ring("anonymous"));
    await settle();
    side.callbacks.push(...side.twilio.hangUp(newest()));
    await settle();
    expect(await calls()).toMatchObject([{ direction: "IN", status: "missed", number: null, reason: "noAnswer", cardId: null }]);
  });

  it("is asked about with a valid signature alone, under either spelling of the port", async () => {
    const [asked] = side.twilio.ring(customer);
    if (!asked) return expect.fail();
    const status = async (signature: string) => (await side.callback(asked, signature)).statusCode;
    expect(await status("")).toBe(401);
    expect(await status(side.twilio.signatureOf({ ...asked, fields: { ...asked.fields, From: "+972500000000" } }))).toBe(401);
    const other = await newOwner();
    const theirs = await side.connectTwilio(other, { accountSid: asked.fields["AccountSid"] ?? "" });
    expect(await status(side.twilio.signatureOf({ ...asked, url: theirs }))).toBe(401);
    await side.keep(owner.orgId);
    expect(await calls()).toEqual([]);
    const { protocol, host, pathname } = new URL(asked.url);
    const withPort = `${protocol}//${host}:${protocol === "https:" ? 443 : 80}${pathname}`;
    expect(await status(side.twilio.signatureOf({ ...asked, url: new URL(asked.url).port ? asked.url : withPort }))).toBe(200);
    const { url } = asked;
    for (const fields of [{}, { CallSid: "no" }] as Record<string, string>[])
      expect((await side.callback({ url, fields })).statusCode).toBe(400);
    expect(
      (await side.callback({ url, fields: { CallSid: asked.fields["CallSid"] ?? "", CallStatus: "constructor" } })).statusCode,
    ).toBe(200);
  });
});
