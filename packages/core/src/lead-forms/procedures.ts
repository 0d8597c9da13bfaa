import { settingsProcedures } from "./settings.ts";
import { visitorProcedures } from "./visitors.ts";

export const leadFormProcedures = [...settingsProcedures, ...visitorProcedures] as const;
