import { serveCheckout } from "@kartis/simulators/checkout.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newMember, newOwner } from "@kartis/tests/support/people.ts";
import fc from "fast-check";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { latestRecords } from "../data/journal-entity.ts";
import { errorShape } from "../kernel/error.ts";
import { recount } from "../plans/index.ts";
import { billingProcedures } from "./index.ts";
import { amountOf, cycles, paidPlans, savingOf, seatPrices } from "./rules.ts";

const plan = named(billingProcedures, "billing.plan");
const checkout = named(billingProcedures, "billing.checkout");
const confirm = named(billingProcedures, "billing.confirm");

let backend: Backend;
let provider: Server;
beforeAll(async () => {
  let serve: ReturnType<typeof serveCheckout> | undefined;
  provider = createServer((request, response) => void serve?.(request, response));
  await new Promise<void>((resolve) => provider.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`; // listening on TCP
  serve = serveCheckout(base);
  backend = await startBackend();
  process.env["CHECKOUT_URL"] = base;
});
afterAll(async () => {
  provider.close();
  await backend.close();
});

const shapeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => errorShape(error, "r"),
  );
/** Acts as the person on the payment provider's page. */
const pay = (url: string, outcome: "pay" | "decline") =>
  fetch(url, { method: "POST", body: new URLSearchParams({ outcome }), redirect: "manual" });

describe("a change of plan", () => {
  it("happens when the provider says it is paid, once, however often it is confirmed", async () => {
    const owner = await newOwner();
    const { checkoutId, url } = await owner.call(checkout, { plan: "PRO", cycle: "yearly" });
    expect(await owner.call(confirm, { checkoutId })).toEqual({ state: "open" });
    expect((await owner.call(plan, {})).type).toBe("TRIAL");
    await pay(url, "pay");
    const states = await Promise.all([1, 2, 3].map(() => owner.call(confirm, { checkoutId })));
    expect(states).toEqual([{ state: "paid" }, { state: "paid" }, { state: "paid" }]);
    expect(await owner.call(plan, {})).toMatchObject({ type: "PRO", cycle: "yearly", endsAt: null, seatLimit: 50 });
    const changes = (await latestRecords(owner.orgId, 50, null)).flatMap((record) => record.changes);
    expect(changes.filter(({ action }) => action === "plan.update")).toMatchObject([
      { before: { plan: "TRIAL", cycle: null }, after: { plan: "PRO", cycle: "yearly" } },
    ]);
  });

  it("is refused when the card is declined, and nothing changes", async () => {
    const owner = await newOwner();
    const { checkoutId, url } = await owner.call(checkout, { plan: "STARTER", cycle: "monthly" });
    await pay(url, "decline");
    expect(await shapeOf(owner.call(confirm, { checkoutId }))).toMatchObject({
      code: "PAYMENT_REQUIRED",
      messageKey: "errors.subscribeFailed",
    });
    expect((await owner.call(plan, {})).type).toBe("TRIAL");
  });

  it("is not offered when usage exceeds it, nor for the current plan", async () => {
    const owner = await newOwner();
    await recount(owner.orgId, "TRIAL", "cards", 30_000);
    expect(await shapeOf(owner.call(checkout, { plan: "STARTER", cycle: "monthly" }))).toMatchObject({
      code: "PRECONDITION_FAILED",
      messageKey: "errors.planTooSmall.cards",
      params: { limit: 25_000, used: 30_000 },
    });
    const { checkoutId, url } = await owner.call(checkout, { plan: "PRO", cycle: "monthly" });
    await pay(url, "pay");
    await owner.call(confirm, { checkoutId });
    expect((await shapeOf(owner.call(checkout, { plan: "PRO", cycle: "monthly" })))?.code).toBe("CONFLICT");
  });

  it("is for the owner and administrators, also when the trial is over", async () => {
    let now = Date.now();
    const owner = await newOwner({ clock: { now: () => now } });
    const admin = await newMember(owner, { systemRole: "ADMIN" });
    const member = await newMember(owner, {});
    now += 15 * 86_400_000;
    expect((await shapeOf(member.call(checkout, { plan: "PRO", cycle: "monthly" })))?.code).toBe("MISSING_ROLE");
    const { checkoutId, url } = await admin.call(checkout, { plan: "PRO", cycle: "monthly" });
    await pay(url, "pay");
    expect(await admin.call(confirm, { checkoutId })).toEqual({ state: "paid" });
  });

  it("of another organization cannot be confirmed", async () => {
    const [owner, other] = [await newOwner(), await newOwner()];
    const { checkoutId, url } = await owner.call(checkout, { plan: "PRO", cycle: "monthly" });
    await pay(url, "pay");
    expect((await shapeOf(other.call(confirm, { checkoutId })))?.code).toBe("NOT_FOUND");
  });
});

describe("prices", () => {
  it("a year costs less than twelve months, by at least the saving shown", () => {
    fc.assert(
      fc.property(fc.constantFrom(...paidPlans), fc.integer({ min: 1, max: 10_000 }), (type, seats) => {
        const [year, months] = [amountOf(type, "yearly", seats), 12 * amountOf(type, "monthly", seats)];
        expect(year).toBeLessThanOrEqual(months * (1 - savingOf(type) / 100));
      }),
    );
    for (const type of paidPlans) for (const cycle of cycles) expect(seatPrices[type][cycle] % 100).toBe(0);
  });
});
