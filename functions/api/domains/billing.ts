export { billingProcedures as procedures } from "@kartis/core/billing/index.ts";
