import { named, newOwner } from "@kartis/tests/support/people.ts";
import { run } from "@kartis/tests/support/webhooks.ts";
import { describe, expect, it } from "vitest";
import { cardProcedures } from "../cards/index.ts";
import { forgetBodies } from "./index.ts";
import { bodies, card, clock, endpoint, log, owner, settle, setUpWebhooks, side, the, toNext } from "./webhooks.fixture.ts";

setUpWebhooks();

describe("the log", () => {
  it("has the request and the response of each, and resends one under its id", async () => {
    const { id } = await endpoint({ events: ["card.created"] });
    await card();
    await settle(id);
    const [line] = await log(id);
    const ref = { endpointId: id, messageId: line?.messageId ?? "" };
    const details = await owner.call(the("webhooks.delivery"), ref);
    expect(details.request?.headers).toMatchObject({
      "webhook-id": ref.messageId,
      "webhook-signature": expect.stringMatching(/^v1,/),
    });
    expect(details.request?.body).toBe(side.receiver.messages[0]?.body);
    expect(details.answer).toEqual({ headers: { server: "x" }, body: "answer", isCut: false });
    expect(await owner.call(the("webhooks.resend"), ref)).toMatchObject({ state: "waiting" });
    await settle(id);
    expect(side.receiver.messages.map(({ id: messageId }) => messageId)).toEqual([ref.messageId, ref.messageId]);
    expect(await log(id)).toMatchObject([{ state: "delivered", attempts: 2 }]);
  });

  it("loses its bodies when a person is erased; pending messages get new ones", async () => {
    const { id } = await endpoint({ events: ["card.created"] });
    const { id: cardId } = await card("Dana");
    await settle(id);
    side.receiver.weather = "broken";
    await card("Noa");
    await settle(id);
    await owner.call(named(cardProcedures, "cards.update"), { cardId, fields: { name: "Erased" } });
    await forgetBodies(owner.orgId, new Date(clock.now()).toISOString());
    for (const { messageId } of await log(id)) {
      const { request, answer } = await owner.call(the("webhooks.delivery"), { endpointId: id, messageId });
      expect([request, answer]).toEqual([null, null]);
    }
    side.receiver.weather = "fine";
    await toNext(id);
    await run(owner.orgId, id, clock, side.call);
    expect(bodies().at(-1)).toMatchObject({ type: "card.created", data: { object: { fields: { name: "Noa" } } } });
  });

  it("pages, and filters those that failed", async () => {
    const { id } = await endpoint({ events: ["card.created"] });
    for (let at = 0; at < 5; at++) await card(`Card ${at}`);
    await settle(id);
    const pages: string[][] = [];
    let cursor: string | undefined;
    do {
      const page = await owner.call(the("webhooks.deliveries"), { endpointId: id, limit: 2, ...(cursor ? { cursor } : {}) });
      pages.push(page.deliveries.map(({ messageId }) => messageId));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    const all = pages.flat();
    expect(all).toEqual(all.toSorted().toReversed());
    expect(new Set(all).size).toBe(5);
    expect((await owner.call(the("webhooks.deliveries"), { endpointId: id, state: "failed" })).deliveries).toEqual([]);
  });

  it("is not accessible to another organization", async () => {
    const { id } = await endpoint();
    await card();
    await settle(id);
    const [line] = await log(id);
    const other = await newOwner({ clock });
    const ref = { endpointId: id, messageId: line?.messageId ?? "" };
    const context = await other.context();
    for (const name of [
      "webhooks.delivery",
      "webhooks.resend",
      "webhooks.deliveries",
      "webhooks.test",
      "webhooks.remove",
    ] as const)
      await expect(the(name).call(ref, context)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await other.call(the("webhooks.list"), {})).toEqual([]);
  });
});
