import branch from "@fluentui/svg-icons/icons/branch_16_regular.svg?icon";
import card from "@fluentui/svg-icons/icons/contact_card_16_regular.svg?icon";
import change from "@fluentui/svg-icons/icons/edit_16_regular.svg?icon";
import mail from "@fluentui/svg-icons/icons/mail_16_regular.svg?icon";
import meeting from "@fluentui/svg-icons/icons/calendar_ltr_16_regular.svg?icon";
import notify from "@fluentui/svg-icons/icons/alert_16_regular.svg?icon";
import other from "@fluentui/svg-icons/icons/flash_16_regular.svg?icon";
import each from "@fluentui/svg-icons/icons/layer_diagonal_16_regular.svg?icon";
import sms from "@fluentui/svg-icons/icons/chat_16_regular.svg?icon";
import task from "@fluentui/svg-icons/icons/checkbox_checked_16_regular.svg?icon";
import wait from "@fluentui/svg-icons/icons/clock_16_regular.svg?icon";
import whatsapp from "../../whatsapp/whatsapp-icon.svg?icon";
import type { Step } from "@kartis/core/automations/schema.ts";
import type { IconShape } from "../../../ui/display/Icon.tsx";

const actions: Readonly<Record<string, IconShape>> = {
  notify,
  changeField: change,
  createTask: task,
  createMeeting: meeting,
  createCard: card,
  sendEmail: mail,
  sendSms: sms,
  sendWhatsapp: whatsapp,
};

const flow = { wait, branch, forEach: each } as const;

/** The step's icon; actions without one of their own get the automation icon. */
export const iconOf = (step: Step): IconShape =>
  step.kind === "action" ? (actions[step.action.kind] ?? other) : flow[step.kind];
