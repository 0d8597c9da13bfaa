import { openState } from "../../lib/pages/open-state.ts";

const { open, close, useOpened } = openState<{ readonly title: string; readonly description?: string }>();

export const openContactUs = (): void => open({ title: "" });
/** The same with its title written, and its text begun. */
export const openContactUsAbout = (title: string, description = ""): void => open({ title, description });
export { close as closeContactUs, useOpened as useContactUsOpened };
