import { changeProcedures } from "./changes.ts";
import { queryProcedures } from "./queries.ts";
import { runProcedures } from "./run-procedures.ts";

export const automationProcedures = [...changeProcedures, ...queryProcedures, ...runProcedures] as const;
