export { outboundProcedures as procedures } from "@kartis/core/outgoing-messages/index.ts";
