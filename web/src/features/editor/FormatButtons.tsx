import bold from "@fluentui/svg-icons/icons/text_bold_16_regular.svg?icon";
import bullet from "@fluentui/svg-icons/icons/text_bullet_list_ltr_16_regular.svg?icon";
import italic from "@fluentui/svg-icons/icons/text_italic_16_regular.svg?icon";
import number from "@fluentui/svg-icons/icons/text_number_list_ltr_16_regular.svg?icon";
import quote from "@fluentui/svg-icons/icons/text_quote_16_regular.svg?icon";
import { useT } from "../../lib/i18n.tsx";
import { IconButton } from "../../ui/actions/IconButton.tsx";
import type { IconShape } from "../../ui/display/Icon.tsx";
import { type Format, formats } from "./formats.ts";

const icons: Readonly<Record<Format, IconShape>> = { bold, italic, bullet, number, quote };
const flipped: ReadonlySet<Format> = new Set(["bullet", "number", "quote"]);

interface FormatButtonsProps {
  /** The formats at the caret. */
  active: ReadonlySet<Format>;
  onToggle: (format: Format) => void;
}

/** The buttons of a formatting toolbar. */
export function FormatButtons({ active, onToggle }: FormatButtonsProps) {
  const t = useT();
  return formats.map((format) => (
    <IconButton
      key={format}
      icon={icons[format]}
      flipIcon={flipped.has(format)}
      label={t(`timeline.format.${format}`)}
      isSelected={active.has(format)}
      onPress={() => onToggle(format)}
    />
  ));
}
