import { media } from "./media.ts";

const phone = media("(max-width: 767px)");

/** For prefetching; rendering follows the width with the hook. */
export const isPhoneNow = phone.isNow;

/** Width at which tables become two-line lists, and filters a sheet (DESIGN.md section 10). */
export const useIsPhone = phone.useIs;
