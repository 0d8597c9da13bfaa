import { changeProcedures } from "./changes.ts";
import { folderProcedures } from "./folders.ts";
import { loopProcedures } from "./loops/procedures.ts";
import { pauseProcedures } from "./pause/procedures.ts";
import { queryProcedures } from "./queries.ts";
import { runProcedures } from "./run-procedures.ts";
import { sealProcedures } from "./seal.ts";
import { simulationProcedures } from "./simulation/procedures.ts";
import { startedByProcedures } from "./started-by.ts";
import { templateProcedures } from "./templates.ts";
import { upcomingProcedures } from "./upcoming.ts";

export const automationProcedures = [
  ...changeProcedures,
  ...folderProcedures,
  ...queryProcedures,
  ...pauseProcedures,
  ...loopProcedures,
  ...runProcedures,
  ...sealProcedures,
  ...simulationProcedures,
  ...startedByProcedures,
  ...templateProcedures,
  ...upcomingProcedures,
] as const;
