export { taskViewProcedures as procedures } from "@kartis/core/task-views/index.ts";
