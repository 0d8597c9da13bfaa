import type { Trigger, TriggerKind } from "@kartis/core/automations/triggers/list.ts";
import type { KindScreen } from "../kinds.ts";
import { buttonClicked } from "./buttonClicked.tsx";
import { cardCreated } from "./cardCreated.ts";
import { cardDeleted } from "./cardDeleted.ts";
import { dateArrives } from "./dateArrives.tsx";
import { dueDate } from "./dueDate.tsx";
import { emailReceived } from "./emailReceived.ts";
import { everyPeriod } from "./everyPeriod.tsx";
import { statusChanged } from "./statusChanged.tsx";
import { userAssigned } from "./userAssigned.tsx";
import { whatsappReceived } from "./whatsappReceived.tsx";

export type TriggerOf<Kind extends TriggerKind> = Extract<Trigger, { readonly kind: Kind }>;

/** Every trigger's screen, in menu order. */
export const triggerScreens: { readonly [Kind in TriggerKind]: KindScreen<TriggerOf<Kind>> } = {
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
};
export const triggerKinds = Object.keys(triggerScreens) as TriggerKind[]; // the keys of the object above

/** The screen of the trigger's kind. */
export const triggerScreenOf = <Kind extends TriggerKind>({ kind }: { readonly kind: Kind }): KindScreen<TriggerOf<Kind>> =>
  triggerScreens[kind];
