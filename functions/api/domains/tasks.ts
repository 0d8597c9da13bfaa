export { taskProcedures as procedures } from "@kartis/core/activities/index.ts";
