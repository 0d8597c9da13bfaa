import { media } from "../../../lib/media.ts";

const phone = media("(max-width: 767px)");

/** For what is fetched ahead; what is drawn follows the width by the hook. */
export const isPhoneNow = phone.isNow;

/** Where tables become lists of two lines, and filters a sheet (DESIGN.md section 10). */
export const useIsPhone = phone.useIs;
