import type { Card, CardType } from "../../cards/schema.ts";
import { recordOfCall } from "../../data/commit.ts";
import { reportFailure } from "../../data/consumer.ts";
import { asKartisError } from "../../data/engine-failure.ts";
import { findRecord } from "../../data/journal-entity.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Clock } from "../../kernel/clock.ts";
import { type ErrorCode, KartisError } from "../../kernel/error.ts";
import type { OrgId, UserId } from "../../kernel/id.ts";
import { Once } from "../../kernel/once.ts";
import type { CallContext, Procedure } from "../../kernel/procedure.ts";
import { calledIn } from "../../words.ts";
import { type Action, actionOf } from "../actions/list.ts";
import type { StepResult } from "../schema.ts";

/** The procedures that actions call, by name: given, so that this room need not know every domain. */
export type Procedures = (name: string) => Promise<Pick<Procedure, "call"> | undefined>;

/** In whose name, because of what, and under which name a step is carried out. */
export interface Performing {
  readonly orgId: OrgId;
  readonly actor: Actor;
  readonly publisherId: UserId;
  readonly clock: Clock;
  readonly procedures: Procedures;
  /** The same whenever the step is carried out again, so that it takes effect once. */
  readonly seed: string;
  /** When the run began, in milliseconds since the epoch. */
  readonly at: number;
  readonly follows: NonNullable<CallContext["follows"]>;
}

export type Outcome =
  | ({ readonly state: "done"; readonly recordId: string | null; readonly subjectId: string | null } & Pick<
      StepResult,
      "notified"
    >)
  | ({ readonly state: "skipped" } & Pick<StepResult, "message">)
  | ({
      readonly state: "failed";
      /** Another attempt may succeed. */
      readonly passes: boolean;
      /** The publisher may no longer do this. */
      readonly isDenied: boolean;
    } & Pick<StepResult, "message" | "params" | "mendedAt">);

/** Errors that another attempt may not meet. */
const passing: ReadonlySet<ErrorCode> = new Set(["SERVICE_UNAVAILABLE", "CONFLICT", "TIMEOUT", "TOO_MANY_REQUESTS"]);
const denied: ReadonlySet<ErrorCode> = new Set(["NO_PERMISSION", "MISSING_ROLE"]);

/** Carries out an action for a card: once, though a crash may have it carried out again. */
export async function perform(action: Action, card: Card, type: CardType, performing: Performing): Promise<Outcome> {
  const { orgId, actor, clock, procedures, seed, at, follows } = performing;
  try {
    // What died after its change was made has only not said so.
    const earlier = await recordOfCall(orgId, new Once(seed, at));
    if (earlier !== undefined) {
      const record = await findRecord(orgId, earlier);
      return { state: "done", recordId: earlier, subjectId: record?.changes[0]?.subject.id ?? null };
    }
    const { stageOf } = await import("./stage.ts");
    const call = await actionOf(action).call(action, await stageOf(card, type, performing));
    if ("skipped" in call) return { state: "skipped", message: call.skipped };
    const procedure = await procedures(call.procedure);
    if (!procedure) throw new Error(`No procedure ${call.procedure}`);
    const answer: { readonly id?: unknown; readonly recordId?: unknown; readonly notified?: unknown } = Object(
      await procedure.call(call.input, {
        actor,
        clock,
        requestId: seed,
        origin: "automation",
        ...calledIn(null),
        once: new Once(seed, at),
        follows,
        client: { address: "automation", userAgent: "automation" },
        setCookie: () => undefined,
      }),
    );
    const text = (value: unknown) => (typeof value === "string" ? value : null);
    const { notified } = answer;
    const people = Array.isArray(notified) ? notified.filter((one) => typeof one === "string") : undefined;
    return {
      state: "done",
      recordId: text(answer.recordId),
      subjectId: text(answer.id),
      ...(people ? { notified: people } : {}),
    };
  } catch (error) {
    return failureOf(error);
  }
}

/** Why a step has failed, in words for the run's log. */
export function failureOf(thrown: unknown): Extract<Outcome, { state: "failed" }> {
  const error = asKartisError(thrown);
  if (!(error instanceof KartisError)) {
    reportFailure("automations-on-executed", error);
    return { state: "failed", passes: true, isDenied: false, message: "errors.INTERNAL_SERVER_ERROR.message", params: null };
  }
  const { code, details } = error;
  const [field] = Object.values(details.fields ?? {});
  const { name } = details.messageKey === "errors.cardReadOnly" ? (details.params ?? {}) : {};
  return {
    state: "failed",
    passes: passing.has(code),
    isDenied: denied.has(code),
    ...(name === undefined
      ? {
          message: details.messageKey ?? field ?? `errors.${code}.message`,
          params: details.params ? { ...details.params } : null,
        }
      : // The log names no card: whoever reads it may not see that one, and an erasure does not look there.
        { message: "validation.cardReadOnly", params: null }),
    ...(details.targetRoute ? { mendedAt: details.targetRoute } : {}),
  };
}
