export { viewProcedures as procedures } from "@kartis/core/views/index.ts";
