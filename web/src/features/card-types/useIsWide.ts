import { media } from "../../lib/media.ts";

/** Where the inspector stands beside the list; narrower, it slides over it. */
export const useIsWide = media("(min-width: 1100px)").useIs;
