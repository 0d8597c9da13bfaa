import { changeProcedures } from "./changes.ts";
import { queryProcedures } from "./queries.ts";
import { runProcedures } from "./run-procedures.ts";
import { sealProcedures } from "./seal.ts";
import { simulationProcedures } from "./simulation/procedures.ts";

export const automationProcedures = [
  ...changeProcedures,
  ...queryProcedures,
  ...runProcedures,
  ...sealProcedures,
  ...simulationProcedures,
] as const;
