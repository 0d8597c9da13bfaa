import { withWords } from "../../lib/i18n.tsx";
import { later } from "../../lib/later.tsx";

/** Comes behind the dialog or page that it stands in. */
export const LimitNotice = later(async () => (await withWords(["plans"], import("./LimitNotice.tsx"))).LimitNotice);
