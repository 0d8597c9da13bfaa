export { asOfProcedures as procedures } from "@kartis/core/as-of/index.ts";
