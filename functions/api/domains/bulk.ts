export { bulkProcedures as procedures } from "@kartis/core/bulk/index.ts";
