export { commentProcedures as procedures } from "@kartis/core/activities/index.ts";
