import { creation, edit, fieldContext, requireReached, scopeOf } from "../../cards/index.ts";
import { type Card, type CardType, type FieldValues, FieldValuesSchema } from "../../cards/schema.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Clock } from "../../kernel/clock.ts";
import { KartisError } from "../../kernel/error.ts";
import { idSchema } from "../../kernel/id-schema.ts";
import { type CardTypeId, newId, type UserId } from "../../kernel/id.ts";
import { requireRight } from "../../kernel/procedure.ts";
import type { Scope } from "../../kernel/scope.ts";
import { smsSize } from "../../sms/rules.ts";
import type { Call } from "../actions/definition.ts";
import { actionOf } from "../actions/list.ts";
import { dryRuns } from "../dry-run.ts";
import { actionContexts } from "../engine/action-context.ts";
import { failureOf } from "../engine/perform.ts";
import type { Act, Ground } from "./simulation.ts";

interface OnBehalf {
  readonly actor: Actor;
  readonly userId: UserId;
  readonly clock: Clock;
  readonly typeOf: (typeId: CardTypeId) => Promise<CardType>;
}

const CardTypeRef = idSchema("typ");
const nothing = { changes: [], segments: 0, procedure: null, input: null, recipient: null, message: null, params: null } as const;

/**
 * Foresees actions on behalf of a user: calls are prepared as the engine prepares them, changes of cards are checked and computed as the procedures would, and
 * messages are dry runs. Members, balances and recipients are those of today.
 */
export async function foreseer({ actor, userId, clock, typeOf }: OnBehalf): Promise<Ground["act"]> {
  const { principal } = requireRight(["AUTOMATION", "update"], { actor, clock });
  const { orgId } = principal;
  const [contexts, settings] = await Promise.all([
    actionContexts({ actor, publisherId: userId, values: () => Promise.resolve({}) }),
    fieldContext(principal),
  ]);
  const dryRun = dryRuns({ principal, clock }, "past");
  let reading: Promise<Scope> | undefined;
  const scope = () => (reading ??= scopeOf(requireRight(["CARDS", "update"], { actor, clock })));

  /** The changes of cards that the call would make. Throws what it would throw. */
  async function changesOf({ procedure, input }: MadeCall, card: Card, type: CardType, at: string): Promise<Act["changes"]> {
    if (procedure === "cards.update") {
      const current = requireReached(await scope(), { ...card, fieldVersions: {}, secrets: {} });
      if (current.trashedAt) throw new KartisError("NOT_FOUND");
      const made = edit(orgId, type, current, fieldsIn(input), undefined, settings, at);
      return made ? [made] : [];
    }
    if (procedure === "cards.create") {
      requireRight(["CARDS", "create"], { actor, clock });
      const ofType = await typeOf(CardTypeRef.parse(input["typeId"]));
      return [creation(orgId, ofType, newId("crd", Date.parse(at)), fieldsIn(input), settings, at)];
    }
    return [];
  }

  return async (action, card, type, at) => {
    try {
      const call = await actionOf(action).call(action, await contexts(card, type, { now: () => Date.parse(at) }));
      if ("skipped" in call) return { ...nothing, state: "skipped", message: call.skipped };
      const recipient = await dryRun(call, { card, type });
      const changes = await changesOf(call, card, type, at);
      const { procedure, input } = call;
      const segments = procedure === "sms.send" ? smsSize(String(input["text"])).segments : 0;
      return { ...nothing, state: "would", procedure, input, recipient, changes, segments };
    } catch (error) {
      const { message, params } = failureOf(error);
      return { ...nothing, state: "failed", message, params };
    }
  };
}

type MadeCall = Extract<Call, { readonly procedure: string }>;
const fieldsIn = ({ fields }: MadeCall["input"]): FieldValues => FieldValuesSchema.parse(fields);
