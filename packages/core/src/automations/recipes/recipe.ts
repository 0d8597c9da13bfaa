import type { Translate } from "@kartis/i18n/create-translate.ts";
import type { MessageKey } from "@kartis/i18n/messages.ts";
import type { CardType } from "../../cards/schema.ts";
import type { Duration } from "../actions/definition.ts";
import type { Action } from "../actions/list.ts";
import type { Definition, Step } from "../schema.ts";

/** What a recipe is made for. */
export interface Ground {
  readonly type: CardType;
  readonly t: Translate;
}

/** An automation to begin with. Pure, and for the site alone. */
export interface Recipe {
  readonly id: string;
  readonly name: MessageKey;
  readonly about: MessageKey;
  /** For cards of the type; the reason where it has nothing for it. What only people can choose is left open, and keeps it from being published. */
  make(ground: Ground): Definition | { readonly missing: MessageKey };
}

/** Steps one after the other. Their ids need only differ within the definition. */
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

/** Tells the card's owner. */
export const tellOwner = (text: string): Action => ({ kind: "notify", text, owner: true, memberIds: [], roleIds: [] });

/** A text in which the card's name is a variable: without the marks that keep a value's direction on a screen, as this is sent to people. */
export const writtenText = (t: Translate, key: MessageKey): string =>
  t(key, { name: "{{ card.name }}" }).replaceAll(/[\u2068\u2069]/g, "");
