import { type CallContext, type OrgContext, requireRight } from "../kernel/procedure.ts";
import type { ImportJob } from "./schema.ts";
import { activityTargets, isActivityTarget, type TargetId } from "./targets/schema.ts";

const createRight = ["CARDS", "create"] as const;
export const changeRight = ["CARDS", "update"] as const;

/** The permissions any of which is enough to begin, before it is known what the import will do. */
const rightsToBegin = {
  cards: [createRight, changeRight],
  tasks: [["TASKS", "create"]],
  meetings: [["MEETINGS", "create"]],
} as const;

type Kind = keyof typeof rightsToBegin;
const kindOf = (typeId: TargetId): Kind => (isActivityTarget(typeId) ? typeId : "cards");

/** The permissions this import needs: checked when it is started and again with each run. Throws NO_PERMISSION. */
export function requireImportRight(
  { typeId, mode }: Pick<ImportJob, "typeId" | "mode">,
  context: Pick<CallContext, "actor" | "clock">,
): void {
  const kind = kindOf(typeId);
  if (kind !== "cards") {
    requireRight(rightsToBegin[kind][0], context);
    return;
  }
  if (mode !== "update") requireRight(createRight, context);
  if (mode !== "create") requireRight(changeRight, context);
}

export const someImport = { member: "the permission is that of what the import does, and asked there" } as const;

const levelsOf = ({ principal }: OrgContext, kind: Kind) =>
  rightsToBegin[kind].flatMap(([type, action]) => principal.grants[`${type}.${action}`] ?? []);

function requireBeginning(context: OrgContext, kinds: readonly Kind[]): void {
  if (kinds.some((kind) => levelsOf(context, kind).length > 0)) return;
  const [first] = kinds;
  if (first) requireRight(rightsToBegin[first][0], context);
}

/** Before it is known what the import will do: any permission that an import of these rows may need is enough to begin. */
export const requireSomeImport = (context: OrgContext, typeId: TargetId): void => requireBeginning(context, [kindOf(typeId)]);

/** The same for a file of which it is not known yet what its rows are to become. */
export const requireAnyImport = (context: OrgContext): void => requireBeginning(context, ["cards", ...activityTargets]);

/** Whether the person sees other people's imports of such rows. */
export const seesAllImports = (context: OrgContext, typeId: TargetId): boolean =>
  levelsOf(context, kindOf(typeId)).includes("ORGANIZATION");
