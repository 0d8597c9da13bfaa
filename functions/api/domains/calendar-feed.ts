export { calendarFeedProcedures as procedures } from "@kartis/core/activities/feed/procedures.ts";
