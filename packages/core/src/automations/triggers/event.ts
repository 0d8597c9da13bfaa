import type { Values } from "../../data/journal.ts";
import type { UserId } from "../../kernel/id.ts";

/** The event that started a run, as far as the publisher may know it. */
export interface TriggerEvent {
  /** When it happened; for a schedule, the planned instant. */
  readonly at: string;
  /** Who changed the card or pressed the button; null for customers, automations and schedules. */
  readonly userId: UserId | null;
  /** The changed values of the card; null if no change started it. */
  readonly before: Values | null;
  readonly after: Values | null;
  /** The values of the email, the message or the task, as they are now. */
  readonly activity: Values | null;
}

/** A variable's value: a text, or what stands for one in the publisher's language. */
export type Said =
  | string
  | null
  | { readonly userId: unknown }
  | { readonly optionId: unknown; readonly fieldId: string }
  /** A day or an instant. */
  | { readonly moment: unknown };

/** What texts can say about the event, by name. */
export type EventVariables = Readonly<Record<string, (event: TriggerEvent) => Said>>;

export const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);

export const when = { at: ({ at }: TriggerEvent): Said => ({ moment: at }) };
export const whenAndWho = { ...when, person: ({ userId }: TriggerEvent): Said => ({ userId }) };
