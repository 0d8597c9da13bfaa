export { meetingProcedures as procedures } from "@kartis/core/activities/index.ts";
