export { rsvpProcedures as procedures } from "@kartis/core/activities/index.ts";
