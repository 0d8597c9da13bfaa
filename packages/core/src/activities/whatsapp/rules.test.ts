import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deliveryAfter, type DeliveryNews, type DeliveryNow } from "./rules.ts";

const fresh: DeliveryNow = { delivery: "sending", messageId: null, isFinal: false, failedIds: [] };
const call = (state: DeliveryNews["state"], messageId: string | null = null): DeliveryNews => ({
  state,
  messageId,
  isReport: false,
});
const report = (state: DeliveryNews["state"], messageId: string): DeliveryNews => ({ state, messageId, isReport: true });
const after = (news: readonly DeliveryNews[], from = fresh) => news.reduce(deliveryAfter, from);

/** A message that Meta took, reported as failed, and that a person has sent again. */
const resent = [call("sent", "A"), report("failed", "A"), call("sending")];

describe("the delivery of a message", () => {
  it.each([
    ["a late report of the first try, which failed, says nothing", [...resent, report("sent", "A")], "sending"],
    ["nor does its failure, reported once more", [...resent, report("failed", "A")], "sending"],
    [
      "nor does either once the second was taken",
      [...resent, call("sent", "B"), report("failed", "A"), report("sent", "A")],
      "sent",
    ],
    [
      "the second fails, whenever the first is heard of",
      [...resent, report("sent", "A"), call("sent", "B"), report("failed", "B")],
      "failed",
    ],
    ["the second fails before its answer is stored", [...resent, report("failed", "B"), call("sent", "B")], "failed"],
    [
      "both have failed, and a late report of the first says nothing",
      [...resent, call("sent", "B"), report("failed", "B"), report("sent", "A")],
      "failed",
    ],
    ["the second arrives", [...resent, report("delivered", "B"), call("sent", "B"), report("failed", "A")], "delivered"],
    ["what was read is not failed by another try", [call("sent", "A"), report("read", "A"), report("failed", "B")], "read"],
    ["what was delivered has not failed", [call("sent", "A"), report("delivered", "A"), report("failed", "A")], "delivered"],
    ["a lost answer is settled by the report of the message", [call("unknown"), report("sent", "A")], "sent"],
    [
      "a first try that may have arrived outlives the failure of the second",
      [call("unknown"), call("sending"), report("sent", "A"), report("failed", "B")],
      "sent",
    ],
  ] as const)("%s", (_, news, delivery) => {
    expect(after(news).delivery).toBe(delivery);
  });

  it("of one try is the same in whatever order, and however often, its news come", () => {
    const states = fc.constantFrom("sent", "delivered", "read").map((state) => report(state, "A"));
    fc.assert(
      fc.property(fc.array(states, { minLength: 1 }), fc.array(fc.nat()), (news, picks) => {
        const again = [...news, ...picks.map((pick) => news[pick % news.length] ?? call("sent", "A"))].toReversed();
        expect(after([call("sent", "A"), ...again])).toEqual(after([call("sent", "A"), ...news]));
      }),
    );
  });

  it("of an id that has failed never moves by that id again", () => {
    const anything = fc.record({
      state: fc.constantFrom("sent", "delivered", "read", "failed"),
      messageId: fc.constantFrom("A", "B"),
      isReport: fc.constant(true),
    } as const);
    fc.assert(
      fc.property(fc.array(anything), fc.array(anything), (before, later) => {
        const failed = after([...before, report("failed", "A")]);
        const moved = later.filter(({ messageId }) => messageId === "A").reduce<DeliveryNow>(deliveryAfter, failed);
        if (failed.delivery === "failed") expect(moved.delivery).toBe("failed");
        expect(failed.failedIds).toContain("A");
      }),
    );
  });
});
