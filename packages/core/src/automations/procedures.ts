import { changeProcedures } from "./changes.ts";
import { queryProcedures } from "./queries.ts";
import { runProcedures } from "./run-procedures.ts";
import { sealProcedures } from "./seal.ts";

export const automationProcedures = [...changeProcedures, ...queryProcedures, ...runProcedures, ...sealProcedures] as const;
