import type { Action, ActionKind } from "@kartis/core/automations/actions/list.ts";
import type { KindScreen } from "../kinds.ts";
import { callWebhook } from "./callWebhook.tsx";
import { changeField } from "./changeField.tsx";
import { createCard } from "./createCard.tsx";
import { createMeeting } from "./createMeeting.tsx";
import { createTask } from "./createTask.tsx";
import { notify } from "./notify.tsx";
import { sendEmail } from "./sendEmail.tsx";
import { sendSms } from "./sendSms.tsx";
import { sendWhatsapp } from "./sendWhatsapp.tsx";

export type ActionOf<Kind extends ActionKind> = Extract<Action, { readonly kind: Kind }>;

/** Every action's screen, in menu order. */
export const actionScreens: { readonly [Kind in ActionKind]: KindScreen<ActionOf<Kind>> } = {
  createTask,
  notify,
  changeField,
  sendEmail,
  sendSms,
  sendWhatsapp,
  createMeeting,
  createCard,
  callWebhook,
};
export const actionKinds = Object.keys(actionScreens) as ActionKind[]; // the keys of the object above

/** The screen of the action's kind. */
export const actionScreenOf = <Kind extends ActionKind>({ kind }: { readonly kind: Kind }): KindScreen<ActionOf<Kind>> =>
  actionScreens[kind];
