export { unsubscribeProcedures as procedures } from "@kartis/core/unsubscribes/index.ts";
