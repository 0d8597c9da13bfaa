export { accountProcedures as procedures } from "@kartis/core/accounts/index.ts";
