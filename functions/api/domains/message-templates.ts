export { templateProcedures as procedures } from "@kartis/core/message-templates/index.ts";
