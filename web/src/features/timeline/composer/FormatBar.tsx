import attach from "@fluentui/svg-icons/icons/attach_16_regular.svg?icon";
import bold from "@fluentui/svg-icons/icons/text_bold_16_regular.svg?icon";
import bullets from "@fluentui/svg-icons/icons/text_bullet_list_ltr_16_regular.svg?icon";
import italic from "@fluentui/svg-icons/icons/text_italic_16_regular.svg?icon";
import mentionIcon from "@fluentui/svg-icons/icons/mention_16_regular.svg?icon";
import numbers from "@fluentui/svg-icons/icons/text_number_list_ltr_16_regular.svg?icon";
import quote from "@fluentui/svg-icons/icons/text_quote_16_regular.svg?icon";
import type { RefObject } from "react";
import { FileTrigger } from "react-aria-components/FileTrigger";
import { useT } from "../../../lib/i18n.tsx";
import { IconButton } from "../../../ui/actions/IconButton.tsx";
import type { IconShape } from "../../../ui/display/Icon.tsx";
import type { EditorHandle, Format } from "../editor/Editor.tsx";
import styles from "./composer.module.css";

const formats: readonly (readonly [Format, IconShape])[] = [
  ["bold", bold],
  ["italic", italic],
  ["bullet", bullets],
  ["number", numbers],
  ["quote", quote],
];

interface FormatBarProps {
  editor: RefObject<EditorHandle | null>;
  active: ReadonlySet<Format>;
  mentions?: boolean;
  onFiles: ((files: readonly File[]) => void) | undefined;
}

/** What can be done to the text in the editor above it. */
export function FormatBar({ editor, active, mentions = false, onFiles }: FormatBarProps) {
  const t = useT();
  return (
    <span className={styles.tools} role="toolbar" aria-label={t("timeline.format")}>
      {formats.map(([format, icon]) => (
        <IconButton
          key={format}
          icon={icon}
          flipIcon={format === "bullet" || format === "number" || format === "quote"}
          label={t(`timeline.format.${format}`)}
          isSelected={active.has(format)}
          onPress={() => editor.current?.toggle(format)}
        />
      ))}
      {mentions && <IconButton icon={mentionIcon} label={t("timeline.mention")} onPress={() => editor.current?.mention()} />}
      {onFiles && (
        <FileTrigger allowsMultiple onSelect={(files) => files && onFiles([...files])}>
          <IconButton icon={attach} label={t("files.attach")} />
        </FileTrigger>
      )}
    </span>
  );
}
