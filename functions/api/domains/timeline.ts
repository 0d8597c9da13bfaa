export { timelineProcedures as procedures } from "@kartis/core/timeline/index.ts";
