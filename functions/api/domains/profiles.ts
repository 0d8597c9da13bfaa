export { profileProcedures as procedures } from "@kartis/core/profiles/index.ts";
