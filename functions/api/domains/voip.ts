export { voipProcedures as procedures } from "@kartis/core/voip/index.ts";
