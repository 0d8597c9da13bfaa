import type { MessageKey } from "@kartis/i18n/messages.ts";

/** Texts of each template; the server's list decides which exist and in what order. */
export const templateWords: Readonly<Record<string, { name: MessageKey; note: MessageKey }>> = {
  sales: { name: "identity.welcome.template.sales", note: "identity.welcome.template.sales.note" },
  "field-services": { name: "identity.welcome.template.field-services", note: "identity.welcome.template.field-services.note" },
  "real-estate": { name: "identity.welcome.template.real-estate", note: "identity.welcome.template.real-estate.note" },
  empty: { name: "identity.welcome.template.empty", note: "identity.welcome.template.empty.note" },
};
