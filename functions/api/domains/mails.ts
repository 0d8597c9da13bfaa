export { mailProcedures as procedures } from "@kartis/core/activities/index.ts";
