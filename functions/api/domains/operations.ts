export { operationProcedures as procedures } from "@kartis/core/operations/index.ts";
