import { type Automation, longestName } from "@kartis/core/automations/schema.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { Select } from "../../../ui/inputs/Select.tsx";
import { TextField } from "../../../ui/inputs/TextField.tsx";
import { FormDialog } from "../../../ui/overlays/FormDialog.tsx";
import { automationsOptions } from "../queries.ts";
import { folderNamed, foldersIn } from "./folders.ts";
import { useMove } from "./useMove.ts";

interface MoveDialogProps {
  automations: readonly Pick<Automation, "id" | "folder">[];
  onClose: () => void;
  onMoved: (folder: string | null) => void;
}

const [none, newOne] = ["none", "new"];
/** Names of folders are apart from the other choices, whatever they are. */
const inside = "in ";
const idOf = (folder: string): string => `${inside}${folder}`;

/** Moves automations into a folder that is there, or into a new one. */
export function MoveDialog({ automations, onClose, onMoved }: MoveDialogProps) {
  const t = useT();
  const { locale } = useFormat();
  const { data: all = [] } = useQuery(automationsOptions());
  const folders = foldersIn(all, locale);
  const [first] = automations;
  const present = automations.every(({ folder }) => folder === first?.folder) ? (first?.folder ?? none) : null;
  const [chosen, setChosen] = useState(
    folders.length === 0 ? newOne : present === null || present === none ? present : idOf(present),
  );
  const [name, setName] = useState("");
  const [isAsked, setAsked] = useState(false);
  const { move, isPending } = useMove();
  const isNew = chosen === newOne;
  const isTooLong = name.trim().length > longestName;
  const folder = isNew ? folderNamed(name, folders) : chosen?.startsWith(inside) ? chosen.slice(inside.length) : null;
  const isMissing = isNew ? folder === "" : chosen === null;
  const count = automations.length;
  function submit() {
    setAsked(true);
    if (isMissing || (isNew && isTooLong)) return;
    const ids = automations.map(({ id }) => id);
    const messageOf = (left: number) =>
      folder === null
        ? t("automations.folder.movedOut", { count: count - left })
        : t("automations.folder.moved", { count: count - left, name: folder });
    move({ automationIds: ids }, folder, messageOf, () => onMoved(folder));
  }
  return (
    <FormDialog
      title={t("automations.folder.move")}
      action={t("automations.folder.moveDone")}
      isDirty={name !== ""}
      isPending={isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      {folders.length > 0 && (
        <Select
          label={t("automations.folder")}
          autoFocus
          placeholder={t("automations.folder.choose")}
          options={[
            ...folders.map((one) => ({ id: idOf(one), label: one, node: <bdi>{one}</bdi> })),
            { id: none, label: t("automations.folder.none") },
            { id: newOne, label: t("automations.folder.new") },
          ]}
          value={chosen}
          errorMessage={isAsked && chosen === null ? t("automations.folder.choose") : undefined}
          onChange={setChosen}
        />
      )}
      {isNew && (
        <TextField
          label={t("automations.folder.name")}
          isRequired
          autoFocus
          value={name}
          errorMessage={
            isTooLong
              ? t("automations.problem.length", { about: String(longestName) })
              : isAsked && isMissing
                ? t("automations.folder.noName")
                : undefined
          }
          onChange={setName}
        />
      )}
    </FormDialog>
  );
}
