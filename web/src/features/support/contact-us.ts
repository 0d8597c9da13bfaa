import { openState } from "../../lib/pages/open-state.ts";

const { open, close, useOpened } = openState<true>();

export const openContactUs = (): void => open(true);
export { close as closeContactUs, useOpened as useContactUsOpened };
