export { incomingWebhookProcedures as procedures } from "@kartis/core/incoming-webhooks/procedures.ts";
