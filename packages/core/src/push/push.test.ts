import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newOwner, type Owner, Visitor } from "@kartis/tests/support/people.ts";
import { PushService } from "@kartis/simulators/push.ts";
import { createECDH } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { endSessionsOf, findPush, identityProcedures, pushesOf } from "../identity/index.ts";
import { sessionEntity } from "../identity/entity.ts";
import { startSession } from "../identity/sessions.ts";
import { systemClock } from "../kernel/clock.ts";
import { errorShape } from "../kernel/error.ts";
import { encryptFor, longestMessage } from "./encrypt.ts";
import { sender } from "./keys.ts";
import { pushProcedures } from "./procedures.ts";
import { isPushService, maxBrowsers, mustShow } from "./rules.ts";
import type { Subscription } from "./schema.ts";

const [list, add, remove] = [
  named(pushProcedures, "push.browsers"),
  named(pushProcedures, "push.add"),
  named(pushProcedures, "push.remove"),
];

let backend: Backend;
let person: Owner;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

const service = new PushService("https://fcm.googleapis.com/fcm/send");
async function subscription(): Promise<Subscription> {
  const { endpoint, keys } = await service.subscribe(sender().publicKey);
  return { endpoint, keys };
}
/** The same person in another browser. */
async function elsewhere(userAgent: string, at = Date.now()): Promise<Visitor> {
  const visitor = new Visitor({ now: () => at });
  visitor.userAgent = userAgent;
  await startSession(person.userId, await visitor.context());
  return visitor;
}
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => "accepted",
    (error: unknown) => errorShape(error, "r").code,
  );

describe("a push message", () => {
  it("is encrypted as the example of RFC 8291 (appendix A)", () => {
    const pair = createECDH("prime256v1");
    pair.setPrivateKey(Buffer.from("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw", "base64url"));
    const keys = {
      p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
      auth: "BTBZMqHH6r4Tts7J_aSIgg",
    };
    const salt = Buffer.from("DGv6ra1nlYgDCS1FRnbzlw", "base64url");
    const body = encryptFor(keys, Buffer.from("When I grow up, I want to be a watermelon"), { pair, salt });
    expect(body.toString("base64url")).toBe(
      "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
    );
  });

  it("fits what services take, and no more is sent", async () => {
    const { keys } = await subscription();
    expect(encryptFor(keys, Buffer.alloc(longestMessage))).toHaveLength(4_096);
    expect(() => encryptFor(keys, Buffer.alloc(longestMessage + 1))).toThrow("Too long");
  });
});

describe("a push service", () => {
  it.each([
    ["https://fcm.googleapis.com/fcm/send/abc", true],
    ["https://updates.push.services.mozilla.com/wpush/v2/abc", true],
    ["https://wns2-par02p.notify.windows.com/w/?token=abc", true],
    ["https://web.push.apple.com/abc", true],
    ["http://fcm.googleapis.com/fcm/send/abc", false],
    ["https://fcm.googleapis.com:8443/abc", false],
    ["https://fcm.googleapis.com.evil.example/abc", false],
    ["https://evil.example/fcm.googleapis.com", false],
    ["https://user:word@fcm.googleapis.com/abc", false],
    ["https://notify.windows.com/abc", false],
    ["https://evilnotify.windows.com/abc", false],
    ["https://169.254.169.254/latest/meta-data", false],
    ["https://localhost/abc", false],
    ["file:///etc/passwd", false],
    ["http://localhost:3000/local/push/abc", false],
    ["", false],
  ])("%s: %s", (endpoint, isKnown) => {
    expect(isPushService(endpoint, undefined)).toBe(isKnown);
  });

  it("of the local cloud is one there, below its address alone", () => {
    const besides = "http://localhost:3000/local/push";
    expect(isPushService("http://localhost:3000/local/push/abc", besides)).toBe(true);
    for (const other of ["/api/trpc/x", "/local/pushed", "/local/push/../mailbox"])
      expect(isPushService(`http://localhost:3000${other}`, besides)).toBe(false);
    expect(isPushService("http://localhost:3001/local/push/abc", besides)).toBe(false);
  });

  it("of Apple has each message shown", () => {
    expect([mustShow("https://web.push.apple.com/x"), mustShow("https://fcm.googleapis.com/x")]).toEqual([true, false]);
  });
});

describe("a person's browsers", () => {
  beforeEach(async () => {
    person = await newOwner();
  });

  it("are listed without what is sent to them, and the key stays the same", async () => {
    const other = await elsewhere("Phone");
    const first = await subscription();
    await person.call(add, first);
    await other.call(add, await subscription());
    const { publicKey, browsers } = await person.call(list, {});
    expect(browsers.map(({ userAgent, isCurrent }) => [userAgent, isCurrent])).toEqual([
      ["test", true],
      ["Phone", false],
    ]);
    expect(publicKey).toBe((await other.call(list, {})).publicKey);
    expect(Buffer.from(publicKey, "base64url")).toHaveLength(65);
    expect(JSON.stringify(browsers)).not.toContain(first.endpoint);
    const { data } = await sessionEntity().query.byUser({ userId: person.userId }).go();
    expect(JSON.stringify(data)).not.toContain(first.endpoint);
    expect(await (await newOwner()).call(list, {})).toMatchObject({ browsers: [] });
  });

  it("are notified no more once they are taken off, signed out, ended from elsewhere or over", async () => {
    const [phone, tablet, old] = [
      await elsewhere("Phone"),
      await elsewhere("Tablet"),
      await elsewhere("Old", Date.now() - 31 * 86_400_000),
    ];
    for (const one of [person, phone, tablet, old]) await one.call(add, await subscription());
    expect(await pushesOf(person.userId, systemClock)).toHaveLength(3);
    const { browsers } = await person.call(list, {});
    const tabletId = browsers.find(({ userAgent }) => userAgent === "Tablet")?.id ?? expect.fail("no tablet");
    await (await newOwner()).call(remove, { id: tabletId });
    expect(await findPush(person.userId, tabletId, systemClock)).toBeDefined();
    await person.call(remove, { id: tabletId });
    expect(await findPush(person.userId, tabletId, systemClock)).toBeUndefined();
    await phone.call(named(identityProcedures, "identity.signOut"), {});
    expect((await person.call(list, {})).browsers.map(({ isCurrent }) => isCurrent)).toEqual([true]);
    await endSessionsOf(person.userId);
    expect(await pushesOf(person.userId, systemClock)).toEqual([]);
  });

  it("are ten at most, and each is one, whichever session it was subscribed in", async () => {
    const same = await subscription();
    for (let number = 0; number < maxBrowsers + 2; number++)
      await (await elsewhere(`Browser ${number}`)).call(add, number === 5 ? same : await subscription());
    await person.call(add, same);
    const names = (await person.call(list, {})).browsers.map(({ userAgent }) => userAgent);
    expect(names).toHaveLength(maxBrowsers);
    expect(names).toContain("test");
    for (const gone of ["Browser 0", "Browser 5"]) expect(names).not.toContain(gone);
  });

  it("are refused with an address that is none of a push service, and a key that is none", async () => {
    const { endpoint, keys } = await subscription();
    for (const elsewhere of ["https://evil.example/x", "http://localhost:3000/local/push/x", "not an address"])
      expect(await refusal(person.call(add, { endpoint: elsewhere, keys }))).toBe("INVALID_INPUT");
    expect(await refusal(person.call(add, { endpoint, keys: { ...keys, p256dh: `B${"A".repeat(86)}` } }))).toBe("INVALID_INPUT");
    expect(await refusal(person.call(add, { endpoint, keys: { ...keys, auth: "short" } }))).toBe("INVALID_INPUT");
    expect(await refusal(new Visitor().call(add, { endpoint, keys }))).toBe("UNAUTHORIZED");
  });
});
