import { createContext } from "react";

/** Whether the component is inside the shell's sheet, which is already the page's main landmark. */
export const InSheet = createContext(false);
