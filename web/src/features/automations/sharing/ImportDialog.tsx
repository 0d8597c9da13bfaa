import type { Definition } from "@kartis/core/automations/schema.ts";
import { type ImportProblem, longestShared, readShared } from "@kartis/core/automations/sharing/import.ts";
import type { Shared } from "@kartis/core/automations/sharing/schema.ts";
import type { CardTypeId } from "@kartis/core/kernel/id.ts";
import { useState } from "react";
import { FileTrigger } from "react-aria-components/FileTrigger";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { TextArea } from "../../../ui/inputs/TextArea.tsx";
import { FormDialog } from "../../../ui/overlays/FormDialog.tsx";
import { MappingDialog } from "./MappingDialog.tsx";
import styles from "./sharing.module.css";

export interface ImportDialogProps {
  isPending: boolean;
  onClose: () => void;
  onImport: (name: string, cardTypeId: CardTypeId, definition: Definition) => void;
}

/** Takes a shared automation as a text or a file, then asks for the counterparts of what it refers to. */
export function ImportDialog({ isPending, onClose, onImport }: ImportDialogProps) {
  const t = useT();
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<ImportProblem | "validation.required">();
  const [shared, setShared] = useState<Shared>();
  function read(given: string) {
    const result = readShared(given);
    if ("shared" in result) setShared(result.shared);
    else setProblem(given.trim() === "" ? "validation.required" : result.problem);
  }
  async function open(file: File | undefined) {
    if (!file) return;
    // A file that is much too large is not read.
    if (file.size > 4 * longestShared) return setProblem("automations.import.tooLarge");
    const given = await file.text();
    setText(given);
    return read(given);
  }
  if (shared)
    return (
      <MappingDialog
        shared={shared}
        isPending={isPending}
        onBack={() => setShared(undefined)}
        onClose={onClose}
        onImport={onImport}
      />
    );
  return (
    <FormDialog
      title={t("automations.import")}
      action={t("automations.import.continue")}
      size={560}
      isPending={false}
      isDirty={text !== ""}
      onClose={onClose}
      onSubmit={() => read(text)}
    >
      <p>{t("automations.import.about")}</p>
      <div className={styles.form}>
        <TextArea
          label={t("automations.share.text")}
          isRequired
          autoFocus
          rows={8}
          maxRows={12}
          dir="ltr"
          value={text}
          errorMessage={problem && t(problem)}
          onChange={(next) => {
            setText(next);
            setProblem(undefined);
          }}
        />
        <FileTrigger acceptedFileTypes={["application/json"]} onSelect={(files) => void open(files?.[0])}>
          <Button>{t("automations.import.file")}</Button>
        </FileTrigger>
      </div>
    </FormDialog>
  );
}
