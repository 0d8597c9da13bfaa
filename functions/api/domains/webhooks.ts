export { webhookProcedures as procedures } from "@kartis/core/outgoing-webhooks/procedures.ts";
