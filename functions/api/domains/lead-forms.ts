export { leadFormProcedures as procedures } from "@kartis/core/lead-forms/procedures.ts";
