import type { CallContext, OrgContext } from "../kernel/procedure.ts";
import { requireRight } from "../kernel/procedure.ts";
import type { ImportMode } from "./schema.ts";

const createRight = ["CARDS", "create"] as const;
export const changeRight = ["CARDS", "update"] as const;

/** The permissions this import needs: checked when it is started and again with each run. Throws NO_PERMISSION. */
export function requireImportRight(mode: ImportMode, context: Pick<CallContext, "actor" | "clock">): void {
  if (mode !== "update") requireRight(createRight, context);
  if (mode !== "create") requireRight(changeRight, context);
}

export const someImport = { member: "the permission is that of what the import does, and asked there" } as const;

/** Before it is known what the import will do: either permission is enough to begin. */
export function requireSomeImport(context: OrgContext): void {
  if (!context.principal.grants["CARDS.create"]) requireImportRight("update", context);
}
