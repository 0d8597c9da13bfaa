export { pushProcedures as procedures } from "@kartis/core/push/procedures.ts";
