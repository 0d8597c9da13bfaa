import { named } from "@kartis/tests/support/people.ts";
import { business } from "@kartis/tests/support/whatsapp.ts";
import { handler as hook } from "@kartis/functions/webhooks/whatsapp/handler.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hookAddressOf, verifyTokenOf } from "../../whatsapp/address.ts";
import { whatsappSettingsProcedures } from "../../whatsapp/index.ts";
import { messageProcedures } from "./list-messages.ts";
import { connectedOwner, customer, said, startInbox } from "./inbox.fixture.ts";

const listMessages = named(messageProcedures, "chats.listMessages");
const settings = named(whatsappSettingsProcedures, "whatsapp.settings");

const inbox = startInbox();
const { settle, chats, chat, messages } = inbox;

describe("a webhook call", () => {
  const get = (query: Record<string, string>, token = hookAddressOf(inbox.owner.orgId)) =>
    hook({
      pathParameters: { token: token.slice(token.lastIndexOf("/") + 1) },
      headers: {},
      isBase64Encoded: false,
      queryStringParameters: query,
      requestContext: { http: { method: "GET" } },
    });

  it("that verifies the URL is answered with its challenge if it has the verify token", async () => {
    const asked = {
      "hub.mode": "subscribe",
      "hub.verify_token": verifyTokenOf(inbox.owner.orgId),
      "hub.challenge": "1158201444",
    };
    const verifiedAt = async () => (await inbox.owner.call(settings, {})).hook?.verifiedAt;
    expect(await get({ ...asked, "hub.verify_token": "wrong" })).toMatchObject({ statusCode: 403 });
    expect(await verifiedAt()).toBeNull();
    expect(await get(asked)).toMatchObject({ statusCode: 200, body: "1158201444" });
    expect(await verifiedAt()).toMatch(/^2\d{3}-/);
    expect(await get({ ...asked, "hub.challenge": "<script>" })).toMatchObject({ statusCode: 403 });
    expect(await get(asked, `${hookAddressOf(inbox.owner.orgId)}x`)).toMatchObject({ statusCode: 403 });
    const other = await connectedOwner(inbox.side);
    expect(await get(asked, hookAddressOf(other.orgId))).toMatchObject({ statusCode: 403 });
  });

  it("counts only with the app's signature over its exact bytes", async () => {
    const call = inbox.side.whatsapp.write(customer, said("Hello"));
    const raw = JSON.stringify(call);
    const signature = inbox.side.whatsapp.signatureOf(raw);
    expect(await inbox.side.call(inbox.owner.orgId, call, { signature: "" })).toBe(401);
    expect(await inbox.side.call(inbox.owner.orgId, call, { signature: signature.replace("sha256=", "sha1=") })).toBe(401);
    expect(await inbox.side.call(inbox.owner.orgId, call, { raw: ` ${raw}`, signature })).toBe(401);
    expect(await inbox.side.call(inbox.owner.orgId, call, { raw: "x".repeat(3 * 1_048_576 + 1) })).toBe(413);
    expect(await inbox.side.call(inbox.owner.orgId, call, { raw: "{" })).toBe(400);
    expect(await inbox.side.call(inbox.owner.orgId, { hello: "there" })).toBe(400);
    await inbox.side.keep(inbox.owner.orgId);
    expect(await chats()).toEqual([]);
  });

  it("for another number, or to another organization's URL, changes nothing there", async () => {
    const other = await connectedOwner(inbox.side);
    const call = inbox.side.whatsapp.write(customer, said("Hello"));
    const foreign = JSON.parse(JSON.stringify(call).replaceAll(business.phoneNumberId, "777777777")) as unknown;
    expect(await inbox.side.call(inbox.owner.orgId, foreign)).toBe(200);
    expect(await inbox.side.call(inbox.owner.orgId, call)).toBe(200);
    await settle();
    await inbox.side.settle(other.orgId);
    expect(await messages()).toHaveLength(1);
    expect(await chats(other)).toEqual([]);
    await expect(other.call(listMessages, { conversationSid: (await chat()).id })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("with an id that cannot be stored loses that item alone", async () => {
    const whole = inbox.side.whatsapp.write(customer, said("Hello"), { name: "Rami Halabi" });
    const spoiled = JSON.parse(JSON.stringify(whole), (name, held: unknown) => {
      if (name !== "messages" || !Array.isArray(held)) return held;
      const odd = ["\ud800", "wamid.\u0000", " ", "x".repeat(2_100), "א"].map((id): unknown => ({ ...Object(held[0]), id }));
      const answering = { ...Object(held[0]), id: "wamid.answering", context: { id: "\udfff" } } as unknown;
      return [...odd, ...(held as unknown[]), answering];
    }) as unknown;
    expect(await inbox.side.call(inbox.owner.orgId, spoiled)).toBe(200);
    await settle();
    expect((await messages()).map(({ text, answers }) => [text, answers])).toEqual([
      ["Hello", null],
      ["Hello", null],
    ]);
  });

  it("of any shape is answered, and leaves nothing half-written", async () => {
    const whole = inbox.side.whatsapp.write(customer, said("Hello")) as { entry: unknown[] };
    const junk = fc.anything({ maxDepth: 3, withNullPrototype: false });
    const spoiled = fc.oneof(
      junk,
      fc.record({ object: fc.constant("whatsapp_business_account"), entry: fc.array(junk, { maxLength: 3 }) }),
      fc
        .tuple(fc.constantFrom("from", "id", "timestamp", "type", "text", "metadata", "messages", "contacts"), junk)
        .map(
          ([key, value]) => JSON.parse(JSON.stringify(whole), (name, held: unknown) => (name === key ? value : held)) as unknown,
        ),
    );
    await fc.assert(
      fc.asyncProperty(spoiled, async (body) => {
        const raw = JSON.stringify(body) ?? "";
        expect([200, 400]).toContain(await inbox.side.call(inbox.owner.orgId, body, { raw }));
      }),
      { numRuns: 500 },
    );
    await inbox.side.keep(inbox.owner.orgId);
    const { messages: all } = await inbox.owner.call(listMessages, {
      conversationSid: (await chats())[0]?.id ?? expect.fail("none could be read"),
    });
    for (const one of all) expect(one.phone).toMatch(/^\+\d{6,15}$/);
  });
});
