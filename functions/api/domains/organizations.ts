export { organizationProcedures as procedures } from "@kartis/core/organizations/index.ts";
