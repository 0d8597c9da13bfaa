import attach from "@fluentui/svg-icons/icons/attach_16_regular.svg?icon";
import mentionIcon from "@fluentui/svg-icons/icons/mention_16_regular.svg?icon";
import type { RefObject } from "react";
import { FileTrigger } from "react-aria-components/FileTrigger";
import { useT } from "../../../lib/i18n.tsx";
import { IconButton } from "../../../ui/actions/IconButton.tsx";
import { FormatButtons } from "../../editor/FormatButtons.tsx";
import type { Format } from "../../editor/formats.ts";
import type { EditorHandle } from "../editor/Editor.tsx";
import styles from "./composer.module.css";

interface FormatBarProps {
  editor: RefObject<EditorHandle | null>;
  active: ReadonlySet<Format>;
  mentions?: boolean;
  onFiles: ((files: readonly File[]) => void) | undefined;
}

/** Formatting of the text in the editor above. */
export function FormatBar({ editor, active, mentions = false, onFiles }: FormatBarProps) {
  const t = useT();
  return (
    <span className={styles.tools} role="toolbar" aria-label={t("timeline.format")}>
      <FormatButtons active={active} onToggle={(format) => editor.current?.toggle(format)} />
      {mentions && <IconButton icon={mentionIcon} label={t("timeline.mention")} onPress={() => editor.current?.mention()} />}
      {onFiles && (
        <FileTrigger allowsMultiple onSelect={(files) => files && onFiles([...files])}>
          <IconButton icon={attach} label={t("files.attach")} />
        </FileTrigger>
      )}
    </span>
  );
}
