import { createContext } from "react";

/** Whether conditions are read by nobody in particular and at any time: then "me" and days counted from today mean nothing, and are not offered. */
export const FixedValues = createContext(false);
