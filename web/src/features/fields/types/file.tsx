import icon from "@fluentui/svg-icons/icons/attach_16_regular.svg?icon-later";
import { withWords } from "../../../lib/i18n.tsx";
import { later } from "../../../lib/later.tsx";
import type { FieldScreen } from "../screen.ts";

export const file: FieldScreen = {
  icon,
  Display: later(async () => (await import("../display/FileChips.tsx")).FileChips),
  Editor: later(async () => (await withWords(["files"], import("../editors/FilesEditor.tsx"))).FilesEditor),
  Control: later(async () => (await withWords(["files"], import("../../files/FilesFormField.tsx"))).FilesFormField),
  isTyped: false,
  isWide: true,
};
