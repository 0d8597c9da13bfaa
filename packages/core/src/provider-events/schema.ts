/** Whose calls Kartis takes in. A new one is a line here. */
export const webhookSources = ["sms", "smsAnswer", "whatsapp", "gmail", "incoming", "voip"] as const;
export type WebhookSource = (typeof webhookSources)[number];
