export { deletionProcedures as procedures } from "@kartis/core/deletion/index.ts";
