import { nextDone, noteFinal } from "../../../features/undo/undo.ts";
import { never } from "./undoing.ts";

/** One press may need several calls, such as those that save the layouts of a type; each begins as soon as the one before it is answered. */
const pauseOfOnePress = 1000;

const isNeverUndone: ReadonlySet<string> = new Set(never);
let lastAnswer = 0;

const isNextFinal = (): boolean => {
  const next = nextDone("undo");
  return next !== undefined && next.recordIds.length === 0 && !next.operationId && next.label === "";
};

/** Has ⌘Z say that the change by the procedure cannot be undone, if nobody else says or undoes it. */
export function noteChange(path: string, askedAt: number): void {
  if (!isNeverUndone.has(path)) return;
  if (askedAt - lastAnswer > pauseOfOnePress || !isNextFinal()) noteFinal("", askedAt);
  lastAnswer = Date.now();
}
