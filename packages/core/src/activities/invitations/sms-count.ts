import type { countSmsOfNews as count } from "./sms-preview.ts";

/** As there; loaded when it is asked, since it brings all that SMS are written with. */
export const countSmsOfNews: typeof count = async (...of) => (await import("./sms-preview.ts")).countSmsOfNews(...of);
