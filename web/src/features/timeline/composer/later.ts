import { withWords } from "../../../lib/i18n.tsx";
import { laterInFocus } from "../../../lib/later.tsx";

export const CommentForm = laterInFocus(
  async () => (await withWords(["files", "validation"], import("./CommentForm.tsx"))).CommentForm,
);
