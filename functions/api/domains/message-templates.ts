export { templateProcedures as procedures } from "@kartis/core/message-templates/procedures.ts";
