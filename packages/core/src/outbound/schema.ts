/** Purposes of effects. To add one, add a line here, its texts, and its handler in `on-intended.ts` of `events/outbound`, `push`, `sms`, `voip`, `whatsapp` or `gmail`. */
export const purposeNames = [
  "reminder",
  "reminderSms",
  "limitWarning",
  "invitation",
  "ticket",
  "meeting",
  "meetingSms",
  "unread",
  "mail",
  "gmail",
  "push",
  "sms",
  "senderCode",
  "memberCode",
  "whatsapp",
  "whatsappMedia",
  "call",
] as const;
export type PurposeName = (typeof purposeNames)[number];
