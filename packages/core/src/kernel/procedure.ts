import type * as z from "zod";
import { type Actor, type Principal, principalOf } from "./actor.ts";
import type { Clock } from "./clock.ts";
import { atTheDoor } from "./door.ts";
import { KartisError } from "./error.ts";
import type { Feature } from "./feature.ts";
import type { OrgId, RecordId } from "./id.ts";
import type { Once } from "./once.ts";
import type { PermissionAction, PermissionLevel, PermissionType } from "./permission.ts";
import type { Capability, PlanState } from "./plan.ts";
import { inWords, type Words } from "./preset-names.ts";

/** The origin of a change; rules such as "bulk edit runs no automations" read it. */
export type Origin = "ui" | "api" | "import" | "bulk" | "undo" | "automation" | "system";

export interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly maxAgeSeconds: number;
}

/** Context of a call besides its input. */
export interface CallContext {
  readonly actor: Actor;
  readonly clock: Clock;
  readonly requestId: string;
  readonly origin: Origin;
  /** The language of the page that called; null for programs that ask for none: they get the names of templates as they are stored. */
  readonly language: "en" | "he" | "hu" | "ru" | null;
  /** The names of templates in that language. */
  words(): Promise<Words>;
  /** Set for a call that may be repeated under the same key. */
  readonly once?: Once | undefined;
  /** Set for a call that follows from a record, as an automation's does: its own records name that, and how many such steps there were before. */
  readonly follows?: { readonly recordId?: RecordId; readonly depth: number } | undefined;
  /** The caller's address, for rate limits and the list of sessions. */
  readonly client: {
    readonly address: string;
    readonly userAgent: string;
    /** The cookie by which a browser is recognized; absent if no one has signed in with it. */
    readonly device?: string;
  };
  /** Sets an HttpOnly cookie on the response; channels without cookies ignore it. */
  setCookie(cookie: Cookie): void;
}

export type Right = readonly [PermissionType, PermissionAction];

/** Required permission of a procedure, or the reason why it needs none. There is no default. */
export type Access =
  | Right
  | { readonly everyone: string }
  | { readonly signedIn: string }
  | { readonly member: string }
  | { readonly platform: string };

/** A call inside an organization. `level` is the permission's; the data layer turns it into the scope of visible records. */
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
  /**
   * Items that it is likely to read by key, as ElectroDB's params: a channel may have it read together with the session. The input is unchecked, and the organization
   * the one that the caller claims to work in. A wrong guess costs a read and changes nothing.
   */
  readonly reads?: ((rawInput: unknown, orgId: OrgId) => readonly object[]) | undefined;
  /** It answers from the organization's replica: a channel may have that caught up while reading the session. */
  readonly asksReplica?: boolean | undefined;
  /** Checks permission and plan, parses, runs. The only way in, on every channel. Throws KartisError. */
  call(rawInput: unknown, context: CallContext): Promise<Output>;
}

/**
 * Declares what can be called: its schema, who may call it, the plan capability it needs, and what it does.
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
  /** The capability it needs. `any`: it also works when the plan has ended. */
  plan?: Capability | "any";
  /** The feature flag it is behind. */
  feature?: Feature;
  /**
   * Whether a platform admin may call it while acting as a member. By default true for what belongs to the organization, and false for what is the person's own
   * (their password, devices, profile).
   */
  whileImpersonating?: boolean;
  reads?: (rawInput: unknown, orgId: OrgId) => readonly object[];
  asksReplica?: boolean;
  /** Its answers contain names that may come from a template (`preset-names.ts`) and are translated into the caller's language. */
  hasPresetNames?: boolean;
  run(input: z.output<Input>, context: ContextFor<A>): Promise<Output>;
}): Procedure<Name, Kind, Input, Output> {
  return {
    name: definition.name,
    kind: definition.kind,
    input: definition.input,
    access: definition.can,
    reads: definition.reads,
    asksReplica: definition.asksReplica,
    async call(rawInput, context) {
      requireOneself(definition.can, definition.whileImpersonating, context.actor);
      const admitted = admit(definition.can, definition.plan, context);
      if (definition.feature) requireFeature(definition.feature, context.actor);
      const answer = await definition.run(parseInput(definition.input, rawInput), admitted);
      return definition.hasPresetNames ? inWords(answer, await context.words()) : answer;
    },
  };
}

/** Cleans the input and parses it by the schema, or throws INVALID_INPUT that names each wrong field with the catalogue key of its message. */
export function parseInput<S extends z.ZodType>(schema: S, raw: unknown): z.output<S> {
  const parsed = schema.safeParse(atTheDoor(raw), { reportInput: true });
  if (parsed.success) return parsed.data;
  const fields = Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.join("."), messageKey(issue)]));
  throw new KartisError("INVALID_INPUT", { fields, cause: parsed.error });
}

/** A schema may name its own message, by its key in the catalogue; otherwise the spec's generic messages apply (SPEC section 5, last line). */
function messageKey(issue: z.core.$ZodIssue): string {
  if (Number.isNaN(issue.input)) return "validation.numberBounds";
  if (/^\w+(\.\w+)+$/.test(issue.message)) return issue.message;
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

/** Throws NOT_FOUND without the flag: the caller does not learn that the procedure exists. */
export function requireFeature(feature: Feature, actor: Actor): void {
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
 * The actor's current permission. A call checks by being declared; what continues after its call (an import, an export) checks again with each run. Throws what
 * the call would.
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
    // Somebody without any role gets that as the reason; what they lack is not one permission.
    const hasNoRole = principal.systemRole === "BASIC" && principal.roleId === null;
    throw hasNoRole ? new KartisError("MISSING_ROLE") : new KartisError("NO_PERMISSION", { params: { action, type } });
  }
  return { principal, level };
}

/** The capability with a code and sentences of its own (SPEC section 8). */
const smsDisabled = (plan: PlanState["type"]): KartisError =>
  new KartisError("SMS_DISABLED", {
    ...(plan === "FREE" ? { messageKey: "errors.noSmsPlan" } : {}),
    targetRoute: "/settings/plan-and-billing",
  });

/** Throws PAYMENT_REQUIRED when the plan has ended and FORBIDDEN when it lacks the capability; callers that are not procedures call it themselves. */
export function requirePlan(principal: Principal, capability: Capability | "any" | undefined, clock: Clock): void {
  if (!principal.plan || capability === "any") return;
  const { endsAt, capabilities } = principal.plan;
  if (endsAt !== null && Date.parse(endsAt) <= clock.now()) {
    throw new KartisError("PAYMENT_REQUIRED", { messageKey: "errors.trialExpired" });
  }
  if (capability && !capabilities.includes(capability)) {
    if (capability === "sms") throw smsDisabled(principal.plan.type);
    throw new KartisError("FORBIDDEN", { messageKey: "errors.notInPlan", params: { capability } });
  }
}
