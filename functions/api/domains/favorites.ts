export { favoriteProcedures as procedures } from "@kartis/core/favorites/index.ts";
