import icon from "@fluentui/svg-icons/icons/link_16_regular.svg?icon-later";
import { withWords } from "../../../lib/i18n.tsx";
import { later } from "../../../lib/later.tsx";
import { Address } from "../display/Address.tsx";
import { formControl } from "../parts.ts";
import type { DisplayProps, FieldScreen } from "../screen.ts";
import { asLink, shortUrl } from "../values.ts";

function LinkDisplay({ value, place }: DisplayProps) {
  const shown = asLink(value);
  return shown ? <Address href={shown.url} text={shown.label || shortUrl(shown.url)} place={place} /> : null;
}

export const link: FieldScreen = {
  icon,
  Display: LinkDisplay,
  Editor: later(async () => (await withWords(["fieldTypes"], import("../editors/LinkEditor.tsx"))).LinkEditor),
  Control: formControl("LinkControl"),
  isTyped: true,
};
