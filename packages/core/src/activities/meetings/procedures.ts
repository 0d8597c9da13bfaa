import { meetingMutations } from "./mutations.ts";
import { meetingQueries } from "./queries.ts";

export const meetingProcedures = [...meetingQueries, ...meetingMutations] as const;
