import { withWords } from "../../lib/i18n.tsx";
import { laterInFocus } from "../../lib/later.tsx";

export const CustomRepeat = laterInFocus(
  async () => (await withWords(["validation"], import("./CustomRepeat.tsx"))).CustomRepeat,
);
