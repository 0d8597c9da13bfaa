import type { Translate } from "@kartis/i18n/create-translate.ts";
import type { MessageKey } from "@kartis/i18n/messages.ts";
import type { CardType } from "../../cards/schema.ts";
import type { Duration } from "../actions/definition.ts";
import type { Action } from "../actions/list.ts";
import type { Definition, Step } from "../schema.ts";

export interface RecipeContext {
  readonly type: CardType;
  readonly t: Translate;
}

/** A ready-made automation to start from. Pure, used only by the web. */
export interface Recipe {
  readonly id: string;
  readonly name: MessageKey;
  readonly about: MessageKey;
  /** Builds the definition for the card type, or returns why the type does not support it. Choices that only the user can make are left open, which prevents publishing. */
  make(context: RecipeContext): Definition | { readonly missing: MessageKey };
}

/** A sequence of waits and actions. Step ids need only be unique within the definition. */
export const stepsOf = (...parts: readonly (Duration | Action)[]): Definition["steps"] =>
  parts.map((part, at): Step => {
    const id = `step-${at + 1}`;
    return "unit" in part ? { id, kind: "wait", wait: part } : { id, kind: "action", action: part };
  });

/** A task for the card's owner. */
export const task = (title: string, due: Duration): Action => ({
  kind: "createTask",
  title: `${title} {{ card.name }}`,
  description: "",
  due,
  assignee: "owner",
  priority: null,
  reminder: null,
});

/** A notification to the card's owner. */
export const notifyOwner = (text: string): Action => ({ kind: "notify", text, owner: true, memberIds: [], roleIds: [] });

/** A template with the card's name as a variable. Strips the Unicode isolates that `t` puts around values, because the text is sent to customers. */
export const writtenText = (t: Translate, key: MessageKey): string =>
  t(key, { name: "{{ card.name }}" }).replaceAll(/[\u2068\u2069]/g, "");
