import type * as z from "zod";
import type { Change, JournalAction } from "../../data/journal.ts";
import { isId } from "../../kernel/id-form.ts";
import type { CardId } from "../../kernel/id.ts";
import { schemaOf } from "../kinds.ts";
import { buttonClicked } from "./button-clicked.ts";
import { cardCreated } from "./card-created.ts";
import { cardDeleted } from "./card-deleted.ts";
import { dateArrives } from "./date-arrives.ts";
import type { Moment, TriggerDefinition } from "./definition.ts";
import { dueDate } from "./due-date.ts";
import { emailReceived } from "./email-received.ts";
import { everyPeriod } from "./every-period.ts";
import { statusChanged } from "./status-changed.ts";
import { userAssigned } from "./user-assigned.ts";
import { whatsappReceived } from "./whatsapp-received.ts";

/** Every trigger. To add one: a file, a line here, and its texts in the catalogues. */
export const triggers = {
  cardCreated,
  statusChanged,
  userAssigned,
  buttonClicked,
  emailReceived,
  whatsappReceived,
  dateArrives,
  dueDate,
  everyPeriod,
  cardDeleted,
} as const;
export type TriggerKind = keyof typeof triggers;
export const triggerKinds = Object.keys(triggers) as TriggerKind[]; // the keys of the object above

/** For a trigger without settings, zod's output type is `Record<string, never>`, which would forbid `kind`. */
type Settings<Config> = Config extends Record<string, never> ? unknown : Config;
type TriggerOf<Kind extends TriggerKind> = { readonly kind: Kind } & Settings<z.output<(typeof triggers)[Kind]["config"]>>;
export type Trigger = { [Kind in TriggerKind]: TriggerOf<Kind> }[TriggerKind];

/** The definition of the trigger's kind. */
export const triggerOf = ({ kind }: Trigger): TriggerDefinition<Trigger> => triggers[kind] as TriggerDefinition<Trigger>; // parsed by that kind's schema

/** Any trigger, parsed by its kind's schema. */
export const TriggerSchema = schemaOf<Trigger>(triggers);

/** The journal actions with which a trigger starts. */
export const triggerActions: readonly JournalAction[] = [...new Set(Object.values(triggers).flatMap(({ on }) => on))];

/** The journal actions that can start an automation: also those that enter dates. */
export const startingActions: readonly JournalAction[] = [
  ...new Set(Object.values(triggers).flatMap(({ on, late }) => [...on, ...(late?.on ?? [])])),
];

/** The card on which a change starts a run: the one it is about, or the one that its activity belongs to. */
export function startedCard({ subject, after }: Change): CardId | undefined {
  const cardId = subject.kind === "card" ? subject.id : after?.["cardId"];
  return isId("crd", cardId) ? cardId : undefined;
}

/** Whether it starts at the dates of cards or tasks, rather than at intervals. */
export function isOfDates(trigger: Trigger): boolean {
  const { schedule } = triggerOf(trigger);
  return schedule?.filter !== undefined || schedule?.tasks !== undefined;
}

/** Whether dates that are entered when their moment has passed start it. */
export const firesLate = (trigger: Trigger): boolean => triggerOf(trigger).late?.isWanted(trigger) ?? false;

/** The moment for which the change starts an automation with this trigger because it had passed when its date was entered; null if it does not. */
export function lateFiring(trigger: Trigger, change: Change, moment: Moment): string | null {
  const { late } = triggerOf(trigger);
  return late?.isWanted(trigger) && late.on.includes(change.action) ? late.missedBy(trigger, change, moment) : null;
}

/** Whether the change starts an automation with this trigger. */
export const isStartedBy = (trigger: Trigger, change: Change): boolean => {
  const definition = triggerOf(trigger);
  return definition.on.includes(change.action) && definition.starts(trigger, change);
};
