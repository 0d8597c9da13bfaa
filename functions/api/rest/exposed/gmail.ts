import { GmailSettings, Mailbox } from "../answers/gmail.ts";
import type { Exposures } from "../exposure.ts";

/** Of the token's maker alone. Connecting takes a person in a browser, and disconnecting could not be taken back by a program. */
export const gmail = {
  "gmail.settings": {
    method: "GET",
    path: "/gmail",
    tag: "Gmail",
    summary: "Get one's own Gmail connection",
    output: GmailSettings,
    example: () => ({}),
  },
  "gmail.update": {
    method: "PATCH",
    path: "/gmail",
    tag: "Gmail",
    summary: "Change what of one's own mails is shared",
    description:
      "From now on: mails that are on cards already stay as they are. Only what is sent changes; `blocked` replaces all.",
    output: Mailbox,
    example: () => ({ sharing: "subject", blocked: ["bank.example"], expectedVersion: 1 }),
  },
} as const satisfies Exposures;
