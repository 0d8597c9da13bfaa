import { openState } from "../../lib/open-state.ts";

interface Opened {
  /** The type whose tab is open; without one, the type of the page behind. */
  readonly typeId: string | undefined;
}

const { open, close, useOpened } = openState<Opened>();

/** May be passed as a press handler: an argument that is not an id is ignored. */
export const openNewRecord = (typeId?: unknown): void => open({ typeId: typeof typeId === "string" ? typeId : undefined });
export { close as closeNewRecord, useOpened as useOpenNewRecord };
