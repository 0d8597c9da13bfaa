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

/** Every action. To add one: a file, a line here, and its texts in the catalogues. */
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

/** The definition of the action's kind. */
export const actionOf = ({ kind }: Action): ActionDefinition<Action> => actions[kind] as ActionDefinition<Action>; // parsed by that kind's schema

/** Whether the trigger leaves the card in the trash and the action cannot be executed there. */
export const isImpossibleInTrash = (action: Action, trigger: Trigger): boolean =>
  triggerOf(trigger).leavesTrash === true && !actionOf(action).worksInTrash?.(action);

/** Any action, parsed by its kind's schema. */
export const ActionSchema = schemaOf<Action>(actions);
