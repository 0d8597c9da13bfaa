import type { Language } from "@kartis/i18n/languages.ts";
import * as z from "zod";
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
import type { TemplateValues } from "../../message-templates/index.ts";
import { calledIn } from "../../words.ts";
import { type Action, actionOf } from "../actions/list.ts";
import type { StepResult } from "../run-schema.ts";
import { isDenial } from "./publisher.ts";
import { asRefusedText } from "./refused-text.ts";

/** Looks up a procedure by name. Injected, so that this module does not depend on every domain. */
export type Procedures = (name: string) => Promise<Pick<Procedure, "call"> | undefined>;

/** On whose behalf, why, and under which idempotency key a step is executed. */
export interface PerformContext {
  readonly orgId: OrgId;
  readonly actor: Actor;
  readonly publisherId: UserId;
  readonly clock: Clock;
  readonly procedures: Procedures;
  /** The idempotency key: the same on each attempt, so that the step takes effect once. */
  readonly seed: string;
  /** When the run started, in milliseconds since the epoch. */
  readonly at: number;
  readonly follows: NonNullable<CallContext["follows"]>;
  /** Values of variables besides the card's that the texts may name. */
  readonly values: (language: Language) => Promise<TemplateValues>;
}

export type Outcome =
  | ({ readonly state: "done"; readonly recordId: string | null; readonly subjectId: string | null } & Pick<
      StepResult,
      "notified" | "answer"
    > &
      Partial<Pick<StepResult, "message" | "params">>)
  | ({ readonly state: "skipped" } & Pick<StepResult, "message">)
  | ({
      readonly state: "failed";
      /** A retry may succeed. */
      readonly isTransient: boolean;
      /** The publisher lacks the permission. */
      readonly isDenied: boolean;
    } & Pick<StepResult, "message" | "params" | "mendedAt">);

const Answer = z.record(z.string(), z.string());

/** Errors that a retry may resolve. */
const transient: ReadonlySet<ErrorCode> = new Set(["SERVICE_UNAVAILABLE", "CONFLICT", "TIMEOUT", "TOO_MANY_REQUESTS"]);

/** Executes an action for a card. Idempotent under `seed`: an attempt repeated after a crash has no second effect. */
export async function perform(action: Action, card: Card, type: CardType, context: PerformContext): Promise<Outcome> {
  const { orgId, actor, clock, procedures, seed, at, follows } = context;
  try {
    // A process that died after committing the change has not saved the step's result.
    const earlier = await recordOfCall(orgId, new Once(seed, at));
    if (earlier !== undefined) {
      const record = await findRecord(orgId, earlier);
      return { state: "done", recordId: earlier, subjectId: record?.changes[0]?.subject.id ?? null };
    }
    const { actionContextOf } = await import("./action-context.ts");
    const call = await actionOf(action).call(action, await actionContextOf(card, type, context));
    if ("skipped" in call) return { state: "skipped", message: call.skipped };
    const procedure = await procedures(call.procedure);
    if (!procedure) throw new Error(`No procedure ${call.procedure}`);
    const answer: Readonly<Partial<Record<"id" | "recordId" | "notified" | "answer" | "missing", unknown>>> = Object(
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
    const { notified, answer: values, missing } = answer;
    const absent = Array.isArray(missing) ? missing.filter((one) => typeof one === "string") : [];
    const people = Array.isArray(notified) ? notified.filter((one) => typeof one === "string") : undefined;
    if (people?.length === 0) return { state: "skipped", message: "automations.skipped.nobody" };
    return {
      state: "done",
      recordId: text(answer.recordId),
      subjectId: text(answer.id),
      ...(people ? { notified: people } : {}),
      ...(values ? { answer: Answer.parse(values) } : {}),
      ...(absent.length > 0 ? { message: "automations.answer.missing", params: { names: absent.join(", ") } } : {}),
    };
  } catch (error) {
    return failureOf(error, action);
  }
}

/** The failure as the run's log shows it. @param action what has failed */
export function failureOf(thrown: unknown, action?: Action): Extract<Outcome, { state: "failed" }> {
  const known = asKartisError(thrown);
  const error = action ? asRefusedText(known, action) : known;
  if (!(error instanceof KartisError)) {
    reportFailure("automations-on-executed", error);
    return { state: "failed", isTransient: true, isDenied: false, message: "errors.INTERNAL_SERVER_ERROR.message", params: null };
  }
  const { code, details } = error;
  const [field] = Object.values(details.fields ?? {});
  const { name } = details.messageKey === "errors.cardReadOnly" ? (details.params ?? {}) : {};
  return {
    state: "failed",
    isTransient: transient.has(code),
    isDenied: isDenial(error),
    ...(name === undefined
      ? {
          message: details.messageKey ?? field ?? `errors.${code}.message`,
          params: details.params ? { ...details.params } : null,
        }
      : // The log must not name cards: its readers may not have access to them, and erasures do not search it.
        { message: "validation.cardReadOnly", params: null }),
    ...(details.targetRoute ? { mendedAt: details.targetRoute } : {}),
  };
}
