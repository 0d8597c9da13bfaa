export { gmailProcedures as procedures } from "@kartis/core/gmail/procedures.ts";
