import { messageProcedures } from "@kartis/core/activities/whatsapp/list-messages.ts";
import { chatProcedures } from "@kartis/core/chats/index.ts";

export const procedures = [...chatProcedures, ...messageProcedures];
