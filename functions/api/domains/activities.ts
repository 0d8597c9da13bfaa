export { activityProcedures as procedures } from "@kartis/core/activities/index.ts";
