import { logProcedures } from "./log.ts";
import { settingsProcedures } from "./settings.ts";

export const webhookProcedures = [...settingsProcedures, ...logProcedures] as const;
