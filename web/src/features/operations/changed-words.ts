import type { MessageKey } from "@kartis/i18n/messages.ts";
import type { ChangedKind } from "../records/changed-kind.ts";

/** The catalogue keys of what is said of a change of many. */
export const changedWords = {
  cards: {
    one: "changes.card",
    willChange: "changes.willChange",
    same: "changes.same",
    left: "changes.left",
    firstOf: "changes.firstOf",
    changed: "changes.changed",
    refused: "changes.refused",
  },
  tasks: {
    one: "changes.tasks.task",
    willChange: "changes.tasks.willChange",
    same: "changes.tasks.same",
    left: "changes.tasks.left",
    firstOf: "changes.tasks.firstOf",
    changed: "changes.tasks.changed",
    refused: "changes.tasks.refused",
  },
  meetings: {
    one: "changes.meetings.meeting",
    willChange: "changes.meetings.willChange",
    same: "changes.meetings.same",
    left: "changes.meetings.left",
    firstOf: "changes.meetings.firstOf",
    changed: "changes.meetings.changed",
    refused: "changes.meetings.refused",
  },
  sms: {
    one: "changes.card",
    willChange: "changes.sms.willSend",
    same: "changes.same",
    left: "changes.sms.left",
    firstOf: "changes.sms.firstOf",
    changed: "changes.sms.sent",
    refused: "changes.sms.refused",
  },
  presses: {
    one: "changes.card",
    willChange: "changes.press.willStart",
    same: "changes.same",
    left: "changes.press.left",
    firstOf: "changes.firstOf",
    changed: "changes.press.started",
    refused: "changes.press.refused",
  },
} as const satisfies Record<ChangedKind, Record<string, MessageKey>>;
