export { importProcedures as procedures } from "@kartis/core/imports/index.ts";
