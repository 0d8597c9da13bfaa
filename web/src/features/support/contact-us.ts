import { openState } from "../../lib/pages/open-state.ts";

const { open, close, useOpened } = openState<{ readonly title: string }>();

export const openContactUs = (): void => open({ title: "" });
/** The same with its title written. */
export const openContactUsAbout = (title: string): void => open({ title });
export { close as closeContactUs, useOpened as useContactUsOpened };
