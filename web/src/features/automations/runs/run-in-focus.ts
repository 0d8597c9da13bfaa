import type { RunId } from "@kartis/core/automations/run-schema.ts";

let wanted: RunId | undefined;

/** The run that is opened next takes the focus, in place of what opened it and leaves the page with the run before. */
export const focusWhenOpened = (runId: RunId): void => {
  wanted = runId;
};

/** Whether this run is that one; answers yes once. */
export function takesFocus(runId: RunId): boolean {
  const isWanted = wanted === runId;
  if (isWanted) wanted = undefined;
  return isWanted;
}
