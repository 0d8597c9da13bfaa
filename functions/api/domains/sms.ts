import { smsProcedures } from "@kartis/core/activities/sms/procedures.ts";
import { smsSettingsProcedures } from "@kartis/core/sms/procedures.ts";

export const procedures = [...smsSettingsProcedures, ...smsProcedures];
