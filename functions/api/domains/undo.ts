export { undoProcedures as procedures } from "@kartis/core/undo/index.ts";
