export { supportProcedures as procedures } from "@kartis/core/support/index.ts";
