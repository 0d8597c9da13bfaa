import { KartisError } from "../kernel/error.ts";
import { instant } from "../kernel/clock.ts";
import { procedure } from "../kernel/procedure.ts";
import { problemOf } from "./rules.ts";
import { requireImportRight, someImport } from "./right.ts";
import { importingOf } from "./runs/run.ts";
import { type CheckedRow, CheckRowsInput } from "./schema.ts";
import { importerFor } from "./targets/list.ts";

/** Dry run of the given rows, used while they are corrected on screen. Other rows of the file are not considered. */
export const checkRows = procedure({
  name: "imports.checkRows",
  kind: "query",
  input: CheckRowsInput,
  can: someImport,
  async run(input, { principal, actor, clock, language }): Promise<CheckedRow[]> {
    const { orgId, userId } = principal;
    if (!userId) throw new KartisError("FORBIDDEN");
    requireImportRight(input, { actor, clock });
    const importing = await importingOf({ orgId, userId }, input, { actor, clock, dryRun: true, language });
    if (!importing) throw new KartisError("NOT_FOUND");
    const importer = await importerFor(importing);
    const problem = problemOf(importer.target, input);
    if (problem) throw new KartisError("INVALID_INPUT", { fields: { mapping: problem } });
    const rows = input.rows.map(({ line, cells }) => {
      const placed: string[] = [];
      input.mapping.forEach(({ column }, at) => {
        placed[column] = cells[at] ?? "";
      });
      return importer.convert({ line, cells: placed, error: null });
    });
    return importer.check(rows, instant(clock));
  },
});
