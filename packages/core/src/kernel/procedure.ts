import type * as z from "zod";
import { type Actor, type Principal, principalOf } from "./actor.ts";
import type { Clock } from "./clock.ts";
import { KartisError } from "./error.ts";
import type { Feature } from "./feature.ts";
import type { PermissionAction, PermissionLevel, PermissionType } from "./permission.ts";
import type { Capability } from "./plan.ts";

/** Where a change came from; rules such as "bulk edit runs no automations" read it. */
export type Origin = "ui" | "api" | "import" | "bulk" | "undo" | "automation" | "system";

export interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly maxAgeSeconds: number;
}

/** What a call carries besides its input. */
export interface CallContext {
  readonly actor: Actor;
  readonly clock: Clock;
  readonly requestId: string;
  readonly origin: Origin;
  /** The caller's address, for rate limits and the list of sessions. */
  readonly client: {
    readonly address: string;
    readonly userAgent: string;
    /** What the browser keeps to be known again; absent for one that was never signed in with. */
    readonly device?: string;
  };
  /** Sets an HttpOnly cookie on the response; channels without cookies ignore it. */
  setCookie(cookie: Cookie): void;
}

export type Right = readonly [PermissionType, PermissionAction];

/** Who may call: a permission, or in words why none is needed. There is no default. */
export type Access =
  | Right
  | { readonly everyone: string }
  | { readonly signedIn: string }
  | { readonly member: string }
  | { readonly platform: string };

/** A call inside an organization. `level` is how far the permission reaches; the data layer turns it into the scope of what is seen. */
export interface OrgContext extends CallContext {
  readonly principal: Principal;
  readonly level: PermissionLevel;
}
export interface SignedInContext extends CallContext {
  readonly actor: Extract<Actor, { kind: "user" }>;
}

type ContextFor<A extends Access> = A extends { everyone: string }
  ? CallContext
  : A extends { signedIn: string } | { platform: string }
    ? SignedInContext
    : OrgContext;

export interface Procedure<
  Name extends string = string,
  Kind extends "query" | "mutation" = "query" | "mutation",
  Input extends z.ZodType = z.ZodType,
  Output = unknown,
> {
  readonly name: Name;
  readonly kind: Kind;
  readonly input: Input;
  readonly access: Access;
  /** Checks permission and plan, parses, runs. The only way in, on every channel. Throws KartisError. */
  call(rawInput: unknown, context: CallContext): Promise<Output>;
}

/**
 * Declares what can be called: its schema, who may, which plan capability it needs, and what it does.
 * The same declaration serves tRPC, REST, automations, imports and tests.
 */
export function procedure<
  const Name extends string,
  const Kind extends "query" | "mutation",
  Input extends z.ZodType,
  Output,
  const A extends Access,
>(definition: {
  name: Name;
  kind: Kind;
  input: Input;
  can: A;
  /** The capability it needs. `any`: it works also when the plan has ended. */
  plan?: Capability | "any";
  /** The flag it is behind. */
  feature?: Feature;
  /**
   * Whether a platform admin may call it while acting as a member. By default what belongs to the organization, and not what is the person's own (their
   * password, devices, profile).
   */
  whileImpersonating?: boolean;
  run(input: z.output<Input>, context: ContextFor<A>): Promise<Output>;
}): Procedure<Name, Kind, Input, Output> {
  return {
    name: definition.name,
    kind: definition.kind,
    input: definition.input,
    access: definition.can,
    async call(rawInput, context) {
      requireOneself(definition.can, definition.whileImpersonating, context.actor);
      const admitted = admit(definition.can, definition.plan, context);
      if (definition.feature) requireFeature(definition.feature, context.actor);
      return definition.run(parseInput(definition.input, rawInput), admitted);
    },
  };
}

/** Parses by the schema, or throws INVALID_INPUT that names each wrong field with the catalogue key of its message. */
export function parseInput<S extends z.ZodType>(schema: S, raw: unknown): z.output<S> {
  const parsed = schema.safeParse(raw, { reportInput: true });
  if (parsed.success) return parsed.data;
  const fields = Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.join("."), messageKey(issue)]));
  throw new KartisError("INVALID_INPUT", { fields, cause: parsed.error });
}

/** A schema may name its own message (`validation.…`); otherwise the spec's generic messages apply (SPEC section 5, last line). */
function messageKey(issue: z.core.$ZodIssue): string {
  if (issue.message.startsWith("validation.")) return issue.message;
  switch (issue.code) {
    case "too_small":
      return issue.origin === "string" && issue.minimum === 1
        ? "validation.required"
        : issue.origin === "array"
          ? "validation.arraySize"
          : issue.origin === "string"
            ? "validation.length"
            : "validation.range";
    case "too_big":
      return issue.origin === "array"
        ? "validation.arraySize"
        : issue.origin === "string"
          ? "validation.length"
          : "validation.range";
    case "invalid_value":
      return "validation.enum";
    case "invalid_type":
      return issue.input === undefined ? "validation.required" : "validation.type";
    default:
      return "validation.type";
  }
}

function requireOneself(access: Access, allowed: boolean | undefined, actor: Actor): void {
  if (actor.kind !== "user" || !actor.impersonation) return;
  const isOfOrganization = !("signedIn" in access || "platform" in access);
  if (!(allowed ?? isOfOrganization)) throw new KartisError("FORBIDDEN", { messageKey: "errors.whileImpersonating" });
}

/** Whoever does not have it is not told that there is such a thing. */
function requireFeature(feature: Feature, actor: Actor): void {
  const { features } = principalOf(actor);
  if (features && !features.includes(feature)) throw new KartisError("NOT_FOUND");
}

function admit<A extends Access>(access: A, plan: Capability | "any" | undefined, context: CallContext): ContextFor<A>;
function admit(
  access: Access,
  plan: Capability | "any" | undefined,
  context: CallContext,
): CallContext | SignedInContext | OrgContext {
  if ("everyone" in access) return context;
  if ("signedIn" in access) {
    if (context.actor.kind !== "user") throw new KartisError("UNAUTHORIZED");
    return { ...context, actor: context.actor };
  }
  if ("platform" in access) {
    if (context.actor.kind === "anonymous") throw new KartisError("UNAUTHORIZED");
    if (context.actor.kind !== "user" || !context.actor.isPlatformAdmin) throw new KartisError("FORBIDDEN");
    return { ...context, actor: context.actor };
  }
  if ("member" in access) {
    const principal = principalOf(context.actor);
    requirePlan(principal, plan, context.clock);
    return { ...context, principal, level: "USER" };
  }
  return { ...context, ...requireRight(access, context, plan) };
}

/**
 * The right as the actor has it now. A call asks by being declared; what goes on after its call (an import, an export) asks again with each run.
 * Throws what the call would.
 */
export function requireRight(
  [type, action]: Right,
  { actor, clock }: Pick<CallContext, "actor" | "clock">,
  plan?: Capability | "any",
): Pick<OrgContext, "principal" | "level"> {
  const principal = principalOf(actor);
  requirePlan(principal, plan, clock);
  const level = principal.grants[`${type}.${action}`];
  if (!level) {
    // Somebody whom no role was given is told so; what they lack is not one permission.
    const hasNoRole = principal.systemRole === "BASIC" && principal.roleId === null;
    throw hasNoRole ? new KartisError("MISSING_ROLE") : new KartisError("NO_PERMISSION", { params: { action, type } });
  }
  return { principal, level };
}

/** Throws PAYMENT_REQUIRED when the plan has ended and FORBIDDEN when it lacks the capability; what is no procedure asks by itself. */
export function requirePlan(principal: Principal, capability: Capability | "any" | undefined, clock: Clock): void {
  if (!principal.plan || capability === "any") return;
  const { endsAt, capabilities } = principal.plan;
  if (endsAt !== null && Date.parse(endsAt) <= clock.now()) {
    throw new KartisError("PAYMENT_REQUIRED", { messageKey: "errors.trialExpired" });
  }
  if (capability && !capabilities.includes(capability)) {
    throw new KartisError("FORBIDDEN", { messageKey: "errors.notInPlan", params: { capability } });
  }
}
