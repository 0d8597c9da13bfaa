export { communicationProcedures as procedures } from "@kartis/core/activities/index.ts";
