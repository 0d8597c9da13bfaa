export { cardTypeProcedures as procedures } from "@kartis/core/cards/index.ts";
