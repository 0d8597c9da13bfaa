import { ChangedSms, OptedOut, SmsOptions } from "../answers/sms.ts";
import type { Exposures } from "../exposure.ts";

export const sms = {
  "sms.options": {
    method: "GET",
    path: "/cards/{cardId}/sms-options",
    tag: "Timeline",
    summary: "Ask what an SMS from a card can be sent with",
    description: "The card's numbers, the verified senders, the balance, and what keeps SMS from being sent, if anything does.",
    output: SmsOptions,
    example: ({ cardId }) => ({ cardId }),
  },
  "sms.send": {
    method: "POST",
    path: "/sms",
    tag: "Timeline",
    summary: "Send an SMS from a card",
    description:
      "To one of the card's numbers, from a verified sender. It is paid by its parts; those of one that was not delivered come back. " +
      "The card's timeline says by `delivery` what became of it.",
    status: 201,
    output: ChangedSms,
    example: ({ cardId }) => ({ cardId, text: "Your offer is ready." }),
  },
  "sms.setOptOut": {
    method: "PUT",
    path: "/cards/{cardId}/sms-opt-out",
    tag: "Timeline",
    summary: "Note that a number of a card wants no SMS, or takes them again",
    description: "It then gets none from any card. An operator that has been told by the recipient may keep refusing.",
    output: OptedOut,
    example: ({ cardId }) => ({ cardId, phone: "+972501234567", isOptedOut: false }),
  },
  "sms.update": {
    method: "PATCH",
    path: "/sms/{smsId}",
    tag: "Timeline",
    summary: "Pin an SMS to the top of the timeline",
    output: ChangedSms,
    example: ({ smsId }) => ({ smsId, pinned: true }),
  },
  "sms.remove": {
    method: "DELETE",
    path: "/sms/{smsId}",
    tag: "Timeline",
    summary: "Put an SMS into the trash",
    description: "What was sent stays sent.",
    output: ChangedSms,
    example: ({ smsId }) => ({ smsId }),
  },
  "sms.restore": {
    method: "POST",
    path: "/sms/{smsId}/restore",
    tag: "Timeline",
    summary: "Take an SMS out of the trash",
    output: ChangedSms,
    example: ({ smsId }) => ({ smsId }),
  },
} as const satisfies Exposures;
