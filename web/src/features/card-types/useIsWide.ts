import { media } from "../../lib/device/media.ts";

/** Width from which the inspector fits beside the list; below it slides over it. */
export const useIsWide = media("(min-width: 1100px)").useIs;
