export { reminderProcedures as procedures } from "@kartis/core/activities/index.ts";
