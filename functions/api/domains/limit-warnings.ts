export { limitWarningProcedures as procedures } from "@kartis/core/limit-warnings/index.ts";
