export { presenceProcedures as procedures } from "@kartis/core/presence/index.ts";
