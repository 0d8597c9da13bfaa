import { openState } from "../../lib/open-state.ts";

interface Opened {
  /** The type whose tab is open; without one, the type of the page behind. */
  readonly typeId: string | undefined;
}

const { open, close, useOpened } = openState<Opened>();

/** Handlers of presses may be this function: what is no id is not taken for one. */
export const openNewRecord = (typeId?: unknown): void => open({ typeId: typeof typeId === "string" ? typeId : undefined });
export { close as closeNewRecord, useOpened as useOpenNewRecord };
