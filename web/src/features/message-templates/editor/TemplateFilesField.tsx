import type { FileReference } from "@kartis/core/files/schema.ts";
import { useT } from "../../../lib/i18n.tsx";
import { AttachedFiles } from "../../attachments/AttachedFiles.tsx";
import { AttachmentsField } from "../../attachments/AttachmentsField.tsx";
import { useAttachments } from "../../attachments/useAttachments.ts";
import styles from "../message-templates.module.css";
import type { Template } from "../templates.ts";

export interface TemplateFilesProps {
  /** The template, which may still have to be made under this id. */
  templateId: Template["id"];
  files: readonly FileReference[];
  saved: readonly FileReference[];
  isReadOnly: boolean;
  errorMessage: string | undefined;
  onChange: (next: (files: readonly FileReference[]) => readonly FileReference[]) => void;
}

/** The files that go along with each email. */
export function TemplateFilesField({ templateId, files, saved, isReadOnly, errorMessage, onChange }: TemplateFilesProps) {
  const t = useT();
  const attachments = useAttachments({ templateId, files, saved, onChange });
  if (isReadOnly && files.length === 0) return null;
  return (
    <div className={styles.files}>
      {isReadOnly ? <AttachedFiles files={files} /> : <AttachmentsField of={attachments} errorMessage={errorMessage} />}
      <p className={styles.quiet}>{t("messageTemplates.files.about")}</p>
    </div>
  );
}
