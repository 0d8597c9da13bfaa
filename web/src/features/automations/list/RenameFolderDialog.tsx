import { longestName } from "@kartis/core/automations/schema.ts";
import { useState } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { TextField } from "../../../ui/inputs/TextField.tsx";
import { FormDialog } from "../../../ui/overlays/FormDialog.tsx";
import { folderNamed } from "./folders.ts";
import { useMove } from "./useMove.ts";

interface RenameFolderDialogProps {
  folder: string;
  /** All folders. */
  folders: readonly string[];
  onClose: () => void;
  onRenamed: (name: string) => void;
}

/** Renames a folder. With the name of another one, both become one. */
export function RenameFolderDialog({ folder, folders, onClose, onRenamed }: RenameFolderDialogProps) {
  const t = useT();
  const [name, setName] = useState(folder);
  const [isAsked, setAsked] = useState(false);
  const { move, isPending } = useMove();
  const others = folders.filter((one) => one !== folder);
  const next = folderNamed(name, others);
  const isTooLong = next.length > longestName;
  return (
    <FormDialog
      title={t("automations.folder.rename")}
      action={t("common.save")}
      isDirty={name !== folder}
      isPending={isPending}
      onClose={onClose}
      onSubmit={() => {
        setAsked(true);
        if (next === folder) onClose();
        else if (next !== "" && !isTooLong)
          move(
            { from: folder },
            next,
            () => t("automations.folder.renamed", { name: next }),
            () => onRenamed(next),
          );
      }}
    >
      <TextField
        label={t("automations.folder.name")}
        isRequired
        autoFocus
        value={name}
        {...(others.includes(next) ? { description: t("automations.folder.joins") } : {})}
        errorMessage={
          isTooLong
            ? t("automations.problem.length", { about: String(longestName) })
            : isAsked && next === ""
              ? t("automations.folder.noName")
              : undefined
        }
        onChange={setName}
      />
    </FormDialog>
  );
}
