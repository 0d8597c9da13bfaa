import type { Language } from "@kartis/i18n/languages.ts";
import * as z from "zod";
import { CreateMeetingInput } from "../../activities/meetings/schema.ts";
import { CreateTaskInput } from "../../activities/tasks/schema.ts";
import { type ActivityType, creation as newActivity, meetingCreation, taskCreation } from "../../activities/index.ts";
import { creation, edit, fieldContext, linking, requireReached, scopeOf } from "../../cards/index.ts";
import { withListChanges } from "../../cards/list-values.ts";
import { type Card, type CardType, type FieldValues, FieldValuesSchema, UpdateCardInput } from "../../cards/schema.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Clock } from "../../kernel/clock.ts";
import { KartisError } from "../../kernel/error.ts";
import { idSchema } from "../../kernel/id-schema.ts";
import { type CardTypeId, newId, type UserId } from "../../kernel/id.ts";
import { requireRight } from "../../kernel/procedure.ts";
import type { Scope } from "../../kernel/scope.ts";
import type { TemplateValues } from "../../message-templates/index.ts";
import { smsSize } from "../../sms/rules.ts";
import type { Call } from "../actions/definition.ts";
import { actionOf } from "../actions/list.ts";
import { dryRuns } from "../dry-run.ts";
import { actionContexts } from "../engine/action-context.ts";
import { failureOf } from "../engine/perform.ts";
import { speaker, valuesFrom } from "../engine/run-values.ts";
import type { StepVariable } from "../variables.ts";
import { namesAnswer } from "./needs.ts";
import type { SimulatedStep } from "./schema.ts";
import type { Act, Ground, Reasons } from "./ground.ts";

interface OnBehalf {
  readonly actor: Actor;
  readonly userId: UserId;
  readonly clock: Clock;
  readonly typeOf: (typeId: CardTypeId) => Promise<CardType>;
}

const CardTypeRef = idSchema("typ");
/** The card of the step, which is to name the new one. */
const NamedBy = z.object({ fieldId: z.string() });
const nothing = { changes: [], segments: 0, procedure: null, input: null, recipient: null, message: null, params: null } as const;

/**
 * Foresees actions on behalf of a user: calls are prepared as the engine prepares them, changes of cards are checked and computed as the procedures would, and
 * messages are dry runs. Members, balances and recipients are those of today.
 */
export async function foreseer({ actor, userId, clock, typeOf }: OnBehalf): Promise<Ground["act"]> {
  const { principal } = requireRight(["AUTOMATION", "update"], { actor, clock });
  const { orgId } = principal;
  const [contexts, settings] = await Promise.all([actionContexts({ actor, publisherId: userId }), fieldContext(principal)]);
  const timeZone = principal.settings?.timeZone ?? "UTC";
  const speakers = new Map<CardTypeId, ReturnType<typeof speaker>>();
  const dryRun = dryRuns({ principal, clock }, "past");
  let reading: Promise<Scope> | undefined;
  const scope = () => (reading ??= scopeOf(requireRight(["CARDS", "update"], { actor, clock })));

  /** The changes of cards that the call would make. Throws what it would throw. */
  async function changesOf({ procedure, input }: MadeCall, card: Card, type: CardType, at: string): Promise<Act["changes"]> {
    if (procedure === "cards.update") {
      const current = requireReached(await scope(), { ...card, fieldVersions: {}, secrets: {} });
      if (current.trashedAt) throw new KartisError("NOT_FOUND");
      const patch = withListChanges(type, current.fields, UpdateCardInput.parse(input), settings);
      const made = edit(orgId, type, current, patch, undefined, settings, at);
      return made ? [made] : [];
    }
    if (procedure === "cards.create") {
      requireRight(["CARDS", "create"], { actor, clock });
      const ofType = await typeOf(CardTypeRef.parse(input["typeId"]));
      const made = creation(orgId, ofType, newId("crd", Date.parse(at)), fieldsIn(input), settings, at);
      if (!input["namedBy"]) return [made];
      const { fieldId } = NamedBy.parse(input["namedBy"]);
      const naming = requireReached(await scope(), { ...card, fieldVersions: {}, secrets: {} });
      const linked = linking(orgId, type, naming, fieldId, made.card, settings, at);
      return [made, ...(linked ? [linked] : [])];
    }
    return [];
  }

  /** The activity that the call would create, as far as others can be about it, or start with it. Throws what it would throw. */
  function madeBy(
    procedure: string,
    input: MadeCall["input"],
    { id: cardId }: Card,
    at: string,
  ): Pick<Act, "activity" | "created"> {
    if (procedure === "tasks.create") {
      requireRight(["TASKS", "create"], { actor, clock });
      const { taskId: _, attachments: __, ...values } = CreateTaskInput.parse(input);
      const { activity, change: created } = taskCreation(orgId, values, { by: userId, timeZone, at });
      return { activity, created };
    }
    if (procedure === "meetings.create") {
      requireRight(["MEETINGS", "create"], { actor, clock });
      const { meetingId: _, attachments: __, notify: ___, ...values } = CreateMeetingInput.parse(input);
      return { activity: meetingCreation(orgId, { timeZone, ...values }, { by: userId, at }).activity };
    }
    const type = messages[procedure];
    const message = { cardId, direction: "OUT" };
    return type ? { activity: newActivity(orgId, type, newId("act", Date.parse(at)), message, userId, at).activity } : {};
  }

  /** What texts can name besides the card. */
  async function valuesAt({ automation: { typeId, definition }, step, event, steps }: Reasons, language: Language) {
    const speak = async () => {
      const known = speakers.get(typeId) ?? speaker(orgId, await typeOf(typeId), actor, language);
      speakers.set(typeId, known);
      return known;
    };
    const ofSteps = (variables: readonly StepVariable[]) => Promise.resolve(namesOfMade(steps, variables));
    return valuesFrom(step, { definition, event: () => Promise.resolve(event), speak, ofSteps });
  }

  return async (action, card, type, at, reasons) => {
    if (namesAnswer(reasons.step, reasons.automation.definition))
      return { ...nothing, state: "skipped", message: "automationRuns.simulation.noAnswer" };
    try {
      const clockThen = { now: () => Date.parse(at) };
      const context = await contexts(card, type, clockThen, (language) => valuesAt(reasons, language), reasons.read);
      const call = await actionOf(action).call(action, context);
      if ("skipped" in call) return { ...nothing, state: "skipped", message: call.skipped };
      const recipient = await dryRun(call, { card, type });
      const changes = await changesOf(call, card, type, at);
      const { procedure, input } = call;
      const made = madeBy(procedure, input, card, at);
      const segments = procedure === "sms.send" ? smsSize(String(input["text"])).segments : 0;
      return { ...nothing, state: "would", procedure, input, recipient, changes, ...made, segments };
    } catch (error) {
      const { message, params } = failureOf(error, action);
      return { ...nothing, state: "failed", message, params };
    }
  };
}

/** Names of what earlier steps would have created, which has no address. */
const namesOfMade = (steps: readonly SimulatedStep[], variables: readonly StepVariable[]): TemplateValues =>
  Object.fromEntries(
    variables.map(({ path, step: { id }, name }) => {
      const made = steps.find(({ stepId, state }) => stepId === id && state === "would");
      return [path, made ? (name === "name" ? nameOfMade(made) : `{{ ${path} }}`) : null];
    }),
  );

function nameOfMade({ input }: SimulatedStep): string | null {
  const { title, fields } = input ?? {};
  const name: unknown = title ?? Object(fields).name;
  return typeof name === "string" ? name : null;
}

/** What sending a message leaves on the card. */
const messages: Readonly<Record<string, ActivityType>> = { "mails.send": "MAIL", "sms.send": "SMS", "whatsapp.send": "WHATSAPP" };

type MadeCall = Extract<Call, { readonly procedure: string }>;
const fieldsIn = ({ fields }: MadeCall["input"]): FieldValues => FieldValuesSchema.parse(fields);
