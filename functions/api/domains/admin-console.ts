export { adminConsoleProcedures as procedures } from "@kartis/core/admin-console/index.ts";
