import { withWords } from "../../lib/i18n.tsx";
import { later } from "../../lib/later.tsx";

export const CustomRepeat = later(async () => (await withWords(["validation"], import("./CustomRepeat.tsx"))).CustomRepeat);
