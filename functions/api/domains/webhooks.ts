export { webhookProcedures as procedures } from "@kartis/core/webhook-endpoints/procedures.ts";
