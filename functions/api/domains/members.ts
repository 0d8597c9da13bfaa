export { membersProcedures as procedures } from "@kartis/core/members/index.ts";
