import { createContext } from "react";

/** Whether what is drawn stands inside the shell's sheet, which is the page's main landmark already. */
export const InSheet = createContext(false);
