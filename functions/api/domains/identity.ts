export { identityProcedures as procedures } from "@kartis/core/identity/index.ts";
