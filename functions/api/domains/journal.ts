export { auditProcedures as procedures } from "@kartis/core/journal/index.ts";
