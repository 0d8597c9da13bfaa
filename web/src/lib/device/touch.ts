import { media } from "./media.ts";

/** Whether the screen is touched: fingers need more room, and a focus that nobody asked for would bring the keyboard up over what is read. */
export const touch = media("(pointer: coarse)");
