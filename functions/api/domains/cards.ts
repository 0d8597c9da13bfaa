export { cardProcedures as procedures } from "@kartis/core/cards/index.ts";
