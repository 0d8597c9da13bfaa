import { media } from "./media.ts";
import { phone } from "./phone.ts";

const query = media(phone);

/** For prefetching and for what is measured; rendering follows the screen with the hook. */
export const isPhoneNow = query.isNow;

/** Where tables become two-line lists, and filters a sheet (DESIGN.md section 10). */
export const useIsPhone = query.useIs;
