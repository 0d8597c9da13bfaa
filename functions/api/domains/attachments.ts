export { fileProcedures as procedures } from "@kartis/core/attachments/index.ts";
