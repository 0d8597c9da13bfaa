import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commit } from "../data/commit.ts";
import { aroundRequests } from "../data/connection.ts";
import { systemActor } from "../kernel/actor.ts";
import { systemClock } from "../kernel/clock.ts";
import { errorShape } from "../kernel/error.ts";
import { newId, type OrgId } from "../kernel/id.ts";
import { Allowance, limits, recount, setLimit, usedOf } from "./index.ts";

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

const contextOf = (orgId: OrgId) =>
  ({ orgId, actor: systemActor(orgId, "test"), clock: systemClock, requestId: newId("req"), origin: "system" }) as const;
const plan = { type: "FREE" } as const;

/** Uses so much in a commit of its own; "ok" or the error's code. */
async function use(orgId: OrgId, meter: "cards" | "users", amount: number, limited: typeof plan | null = plan): Promise<string> {
  const allowance = new Allowance(orgId, limited, meter);
  return commit(contextOf(orgId), async () => ({ writes: await allowance.take(amount), records: [], result: undefined })).then(
    () => "ok",
    (error: unknown) => errorShape(error, "r").code,
  );
}
async function free(orgId: OrgId, meter: "cards" | "users", amount: number): Promise<void> {
  const allowance = new Allowance(orgId, plan, meter);
  await commit(contextOf(orgId), async () => ({ writes: allowance.give(amount), records: [], result: undefined }));
}

describe("the meter of a limit", () => {
  it("lets exactly as many through as the plan allows, of sixty who ask at once", async () => {
    const orgId = newId("org");
    const limit = limits.FREE.cards ?? 0;
    expect(await use(orgId, "cards", limit - 25)).toBe("ok");
    const outcomes = await Promise.all(Array.from({ length: 60 }, () => use(orgId, "cards", 1)));
    expect(outcomes.filter((outcome) => outcome === "ok")).toHaveLength(25);
    expect(outcomes.filter((outcome) => outcome === "PAYMENT_REQUIRED")).toHaveLength(35);
    expect(await usedOf(orgId, "cards")).toBe(limit);
  });

  it("counts who was first, though another had read before that there was nothing", async () => {
    const orgId = newId("org");
    const read = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const letGo = aroundRequests(async ({ operation }, next) => {
      const answer = await next();
      if (operation !== "Query") return answer;
      letGo();
      read.resolve();
      await goOn.promise;
      return answer;
    });
    const late = use(orgId, "users", 1);
    await read.promise;
    expect(await use(orgId, "users", 1)).toBe("ok");
    goOn.resolve();
    expect(await late).toBe("ok");
    expect(await usedOf(orgId, "users")).toBe(2);
  });

  it("says what the limit is and how much is used", async () => {
    const orgId = newId("org");
    for (let seat = 0; seat < 3; seat++) expect(await use(orgId, "users", 1)).toBe("ok");
    const allowance = new Allowance(orgId, plan, "users");
    const refused = commit(contextOf(orgId), async () => ({ writes: await allowance.take(1), records: [], result: undefined }));
    const shape = await refused.then(
      () => null,
      (error: unknown) => errorShape(error, "r"),
    );
    expect(shape).toMatchObject({ code: "PAYMENT_REQUIRED", messageKey: "errors.limit.users", params: { limit: 3, used: 3 } });
  });

  it("a smaller plan applies at once, and takes nothing away; a larger one opens again", async () => {
    const orgId = newId("org");
    const enterprise = new Allowance(orgId, { type: "ENTERPRISE" }, "cards");
    await commit(contextOf(orgId), async () => ({ writes: await enterprise.take(5_000), records: [], result: undefined }));
    await setLimit(orgId, "FREE", "cards", "");
    expect(await use(orgId, "cards", 1)).toBe("PAYMENT_REQUIRED");
    expect(await usedOf(orgId, "cards")).toBe(5_000);
    await free(orgId, "cards", 4_001);
    expect(await use(orgId, "cards", 1)).toBe("ok");
    expect(await use(orgId, "cards", 1)).toBe("PAYMENT_REQUIRED");
  });

  it("usage freed while over a smaller plan's limit makes no room until usage is under it", async () => {
    const orgId = newId("org");
    expect(await use(orgId, "cards", 5_000, null)).toBe("ok");
    await setLimit(orgId, "FREE", "cards", "");
    // Taken by the part to which it was given.
    const both = new Allowance(orgId, plan, "cards");
    await commit(contextOf(orgId), async () => ({ writes: both.give(4_001), records: [], result: undefined }));
    const take = commit(contextOf(orgId), async () => ({ writes: await both.take(2), records: [], result: undefined }));
    await expect(take).rejects.toMatchObject({ code: "PAYMENT_REQUIRED" });
    expect(await use(orgId, "cards", 1)).toBe("ok");
    expect(await use(orgId, "cards", 1)).toBe("PAYMENT_REQUIRED");
  });

  it("what the system finishes is counted, but not limited", async () => {
    const orgId = newId("org");
    expect(await use(orgId, "users", 7, null)).toBe("ok");
    expect(await usedOf(orgId, "users")).toBe(7);
    expect(await use(orgId, "users", 1)).toBe("PAYMENT_REQUIRED");
  });

  it("returns to the counted usage when it has drifted", async () => {
    const orgId = newId("org");
    await use(orgId, "cards", 10);
    await recount(orgId, "FREE", "cards", 998);
    expect(await usedOf(orgId, "cards")).toBe(998);
    expect(await use(orgId, "cards", 2)).toBe("ok");
    expect(await use(orgId, "cards", 1)).toBe("PAYMENT_REQUIRED");
  });

  it("whatever is taken and given back, usage is the sum of it and never over the limit", async () => {
    const step = fc.record({ amount: fc.integer({ min: 1, max: 400 }), isGiven: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const orgId = newId("org");
        let used = 0;
        for (const { amount, isGiven } of steps) {
          if (isGiven) {
            const given = Math.min(amount, used);
            if (given > 0) await free(orgId, "cards", given);
            used -= given;
          } else {
            const fits = used + amount <= (limits.FREE.cards ?? 0);
            expect(await use(orgId, "cards", amount)).toBe(fits ? "ok" : "PAYMENT_REQUIRED");
            if (fits) used += amount;
          }
          expect(await usedOf(orgId, "cards")).toBe(used);
        }
      }),
      { numRuns: 12 },
    );
  });
});
