export { layoutProcedures as procedures } from "@kartis/core/layouts/index.ts";
