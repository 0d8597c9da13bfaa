import { ChangedMail } from "../answers/mails.ts";
import type { Exposures } from "../exposure.ts";

export const mails = {
  "mails.send": {
    method: "POST",
    path: "/mails",
    tag: "Timeline",
    summary: "Send a mail from a card",
    description:
      "In the name of whoever made the token; what is answered comes to the card. 50 recipients at most, and 15 MB of files. " +
      "`answers` is the mail on the card that it answers. The card's timeline says by `delivery` what became of it.",
    status: 201,
    output: ChangedMail,
    example: ({ cardId }) => ({
      cardId,
      to: [{ email: "dana@example.com", name: "Dana Levi" }],
      subject: "Your offer",
      body: [{ type: "paragraph", content: [{ text: "The offer is ready." }] }],
    }),
  },
  "mails.update": {
    method: "PATCH",
    path: "/mails/{mailId}",
    tag: "Timeline",
    summary: "Pin a mail to the top of the timeline",
    output: ChangedMail,
    example: ({ mailId }) => ({ mailId, pinned: true }),
  },
  "mails.remove": {
    method: "DELETE",
    path: "/mails/{mailId}",
    tag: "Timeline",
    summary: "Put a mail into the trash",
    description: "What was sent stays sent.",
    output: ChangedMail,
    example: ({ mailId }) => ({ mailId }),
  },
  "mails.restore": {
    method: "POST",
    path: "/mails/{mailId}/restore",
    tag: "Timeline",
    summary: "Take a mail out of the trash",
    output: ChangedMail,
    example: ({ mailId }) => ({ mailId }),
  },
} as const satisfies Exposures;
