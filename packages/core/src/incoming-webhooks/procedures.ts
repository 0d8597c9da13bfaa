import { callProcedures } from "./calls.ts";
import { settingsProcedures } from "./settings.ts";

export const incomingWebhookProcedures = [...settingsProcedures, ...callProcedures] as const;
