import { describe, expect, it } from "vitest";
import * as z from "zod";
import type { Actor } from "./actor.ts";
import { principalOf } from "./actor.ts";
import { errorShape, errorStatus, KartisError } from "./error.ts";
import { newId } from "./id.ts";
import { allGrants, type Grants } from "./permission.ts";
import type { PlanState } from "./plan.ts";
import { type CallContext, procedure } from "./procedure.ts";

const now = Date.parse("2026-11-20T12:00:00Z");
const plan: PlanState = { type: "TRIAL", capabilities: ["ai"], endsAt: "2026-11-21T00:00:00Z" };

function member(grants: Grants, planState: PlanState = plan): Actor {
  const membership = {
    orgId: newId("org"),
    systemRole: "BASIC" as const,
    roleId: newId("rol"),
    grants,
    plan: planState,
    features: [],
    settings: { currency: "ILS" as const, region: "IL", timeZone: "Asia/Jerusalem" },
  };
  return { kind: "user", userId: newId("usr"), sessionId: "ses_x", membership };
}
const homeless: Actor = { kind: "user", userId: newId("usr"), sessionId: "ses_x", membership: null };
const context = (actor: Actor): CallContext => ({
  actor,
  clock: { now: () => now },
  requestId: "r",
  origin: "ui",
  client: { address: "", userAgent: "" },
  language: null,
  words: async () => null,
  setCookie: () => undefined,
});
const outcome = (call: Promise<unknown>) =>
  call.then(
    () => "ok",
    (error: unknown) => errorShape(error, "r"),
  );

const edit = procedure({
  name: "test.edit",
  kind: "mutation",
  input: z.object({ name: z.string().min(1) }),
  can: ["CARDS", "update"],
  run: async (_, { level }) => level,
});
const echo = procedure({
  name: "test.echo",
  kind: "query",
  input: z.object({ name: z.string() }),
  can: ["CARDS", "read"],
  run: async ({ name }) => name,
});
const ask = procedure({
  name: "test.ask",
  kind: "query",
  input: z.object({}),
  can: ["CARDS", "read"],
  plan: "ai",
  run: async () => true,
});

describe("callers", () => {
  it("distinguishes nobody, somebody without an organization, and somebody without the permission", async () => {
    expect(await outcome(edit.call({ name: "x" }, context({ kind: "anonymous" })))).toMatchObject({
      code: "UNAUTHORIZED",
      status: 401,
    });
    expect(await outcome(edit.call({ name: "x" }, context(homeless)))).toMatchObject({
      code: "UNAUTHORIZED_NO_ORG",
      targetRoute: "/welcome",
    });
    expect(await outcome(edit.call({ name: "x" }, context(member({ "CARDS.read": "ORGANIZATION" }))))).toMatchObject({
      code: "NO_PERMISSION",
      params: { action: "update", type: "CARDS" },
    });
  });

  it("passes the permission's level on", async () => {
    expect(await edit.call({ name: "x" }, context(member({ "CARDS.update": "ROLE_GROUP" })))).toBe("ROLE_GROUP");
  });

  it("checks the permission before the input", async () => {
    expect(await outcome(edit.call({ nonsense: 1 }, context(member({}))))).toMatchObject({ code: "NO_PERMISSION" });
  });

  it("checks the plan: for the capability, and whether the trial has ended", async () => {
    expect(await outcome(ask.call({}, context(member(allGrants))))).toBe("ok");
    expect(await outcome(ask.call({}, context(member(allGrants, { ...plan, capabilities: [] }))))).toMatchObject({
      code: "FORBIDDEN",
      messageKey: "errors.notInPlan",
    });
    const ended = { ...plan, endsAt: new Date(now).toISOString() };
    expect(await outcome(ask.call({}, context(member(allGrants, ended))))).toMatchObject({
      code: "PAYMENT_REQUIRED",
      messageKey: "errors.trialExpired",
    });
  });
});

describe("input", () => {
  it("is refused with each invalid field and the catalogue key of its message", async () => {
    expect(await outcome(edit.call({ name: "" }, context(member(allGrants))))).toMatchObject({
      code: "INVALID_INPUT",
      fields: { name: "validation.required" },
    });
    expect(await outcome(edit.call({ name: 5 }, context(member(allGrants))))).toMatchObject({
      fields: { name: "validation.type" },
    });
    expect(await outcome(edit.call(undefined, context(member(allGrants))))).toMatchObject({ code: "INVALID_INPUT" });
    expect(await outcome(edit.call({ name: 1e20 }, context(member(allGrants))))).toMatchObject({
      fields: { name: "validation.numberBounds" },
    });
  });

  it("is cleaned before its schema looks at it", async () => {
    expect(await outcome(edit.call({ name: "\0\u200b" }, context(member(allGrants))))).toMatchObject({
      fields: { name: "validation.required" },
    });
    expect(await echo.call({ name: "a\0b" }, context(member(allGrants)))).toBe("ab");
  });
});

describe("an actor without an organization", () => {
  it.each([homeless, { kind: "system", orgId: null, reason: "x" } as const])("throws instead of acting everywhere", (actor) => {
    expect(() => principalOf(actor)).toThrow(KartisError);
  });
});

describe("errors", () => {
  it("leave as their code, and a defect as INTERNAL_SERVER_ERROR without its text", () => {
    expect(
      errorShape(new KartisError("CONFLICT", { fields: { email: "validation.duplicate" }, cause: new Error("secret") }), "req"),
    ).toEqual({
      code: "CONFLICT",
      status: errorStatus.CONFLICT,
      requestId: "req",
      fields: { email: "validation.duplicate" },
    });
    expect(errorShape(new TypeError("secret"), "req")).toEqual({ code: "INTERNAL_SERVER_ERROR", status: 500, requestId: "req" });
  });
});
