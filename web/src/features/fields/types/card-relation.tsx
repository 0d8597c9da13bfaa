import icon from "@fluentui/svg-icons/icons/contact_card_link_16_regular.svg?icon-later";
import { later } from "../../../lib/later.tsx";
import type { FieldScreen } from "../screen.ts";

export const cardRelation: FieldScreen = {
  icon,
  Display: later(async () => (await import("../display/RelatedChips.tsx")).RelatedChips),
  Editor: later(async () => (await import("../editors/CardsEditor.tsx")).CardsEditor),
  Control: later(async () => (await import("../form/CardsFormField.tsx")).CardsFormField),
  isTyped: false,
};
