import type * as z from "zod";
import { schemaOf } from "../kinds.ts";
import { type Trigger, triggerOf } from "../triggers/list.ts";
import { callWebhook } from "./call-webhook.ts";
import { changeField } from "./change-field.ts";
import { createCard } from "./create-card.ts";
import { createMeeting } from "./create-meeting.ts";
import { createTask } from "./create-task.ts";
import type { ActionDefinition } from "./definition.ts";
import { notify } from "./notify.ts";
import { sendEmail } from "./send-email.ts";
import { sendSms } from "./send-sms.ts";
import { sendWhatsapp } from "./send-whatsapp.ts";

/** Every action. A new one is a file and a line here, and its words in the catalogues. */
export const actions = {
  notify,
  changeField,
  createTask,
  createMeeting,
  createCard,
  sendEmail,
  sendSms,
  sendWhatsapp,
  callWebhook,
} as const;
export type ActionKind = keyof typeof actions;
export const actionKinds = Object.keys(actions) as ActionKind[]; // the keys of the object above

type ActionOf<Kind extends ActionKind> = { readonly kind: Kind } & z.output<(typeof actions)[Kind]["config"]>;
export type Action = { [Kind in ActionKind]: ActionOf<Kind> }[ActionKind];

/** The definition of an action's kind, which takes what that kind is configured with. */
export const actionOf = ({ kind }: Action): ActionDefinition<Action> => actions[kind] as ActionDefinition<Action>; // configured by its own schema

/** Whether the action finds the card in the trash, where it can do nothing. */
export const isInVain = (action: Action, trigger: Trigger): boolean =>
  triggerOf(trigger).leavesTrash === true && !actionOf(action).worksInTrash?.(action);

/** Accepts any action, by the schema of its kind. */
export const ActionSchema = schemaOf<Action>(actions);
