export { activityExportProcedures as procedures } from "@kartis/core/exports/index.ts";
