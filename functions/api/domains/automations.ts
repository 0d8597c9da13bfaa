export { automationProcedures as procedures } from "@kartis/core/automations/procedures.ts";
