export { outboundProcedures as procedures } from "@kartis/core/outbound/index.ts";
