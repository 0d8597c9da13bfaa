export { dashboardProcedures as procedures } from "@kartis/core/dashboard/index.ts";
