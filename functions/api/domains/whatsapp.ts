import { whatsappProcedures } from "@kartis/core/activities/whatsapp/procedures.ts";
import { whatsappSettingsProcedures } from "@kartis/core/whatsapp/index.ts";

export const procedures = [...whatsappSettingsProcedures, ...whatsappProcedures];
