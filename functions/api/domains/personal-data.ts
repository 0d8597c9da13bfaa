export { personalDataProcedures as procedures } from "@kartis/core/personal-data/index.ts";
