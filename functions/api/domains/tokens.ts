export { tokenProcedures as procedures } from "@kartis/core/tokens/index.ts";
