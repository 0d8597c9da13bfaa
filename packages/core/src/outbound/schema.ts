/** Purposes of effects. To add one, add a line here, its texts, and its handler in `on-intended.ts` of `events/outbound`, `push`, `sms`, `whatsapp` or `gmail`. */
export const purposeNames = [
  "reminder",
  "limitWarning",
  "invitation",
  "ticket",
  "meeting",
  "unread",
  "mail",
  "gmail",
  "push",
  "sms",
  "senderCode",
  "whatsapp",
  "whatsappMedia",
] as const;
export type PurposeName = (typeof purposeNames)[number];
