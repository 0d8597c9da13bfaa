export { outboundProcedures as procedures } from "@kartis/core/outgoing/index.ts";
