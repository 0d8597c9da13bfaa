import type { Action } from "@kartis/core/automations/actions/list.ts";
import type { Duration } from "@kartis/core/automations/actions/definition.ts";
import type { Definition, Step } from "@kartis/core/automations/schema.ts";
import type { MessageKey } from "@kartis/i18n/messages.ts";
import { newStepId } from "../../builder/edits.ts";
import type { Ground } from "../../kinds.ts";

/** An automation to begin with. */
export interface Recipe {
  readonly id: string;
  readonly name: MessageKey;
  readonly about: MessageKey;
  /** For cards of the type; the reason where it has nothing for it. */
  make(ground: Ground): Definition | { readonly missing: MessageKey };
}

export const wait = (amount: number, unit: Duration["unit"]): Step => ({ id: newStepId(), kind: "wait", wait: { amount, unit } });
export const act = (action: Action): Step => ({ id: newStepId(), kind: "action", action });

/** A task for the card's owner. */
export const task = (title: string, due: Duration): Step =>
  act({
    kind: "createTask",
    title: `${title} {{ card.name }}`,
    description: "",
    due,
    assignee: "owner",
    priority: null,
    reminder: null,
  });

/** Tells the card's owner. */
export const tellOwner = (text: string): Step => act({ kind: "notify", text, owner: true, memberIds: [], roleIds: [] });
