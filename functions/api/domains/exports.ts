export { exportProcedures as procedures } from "@kartis/core/exports/index.ts";
