import type { Integration } from "./integration.ts";
import { gmail } from "./gmail/gmail.ts";
import { sms } from "./sms/sms.ts";
import { incoming } from "./incoming/incoming.ts";
import { forms } from "./forms/forms.ts";
import { voip } from "./voip/voip.ts";
import { webhooks } from "./webhooks/webhooks.ts";
import { whatsapp } from "./whatsapp/whatsapp.ts";

/** All integrations, in the order of the page; to add one, add a line. */
export const integrations: readonly Integration[] = [sms, whatsapp, voip, gmail, webhooks, forms, incoming];
