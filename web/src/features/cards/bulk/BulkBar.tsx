import checkmark from "@fluentui/svg-icons/icons/checkmark_12_filled.svg?icon";
import deleteIcon from "@fluentui/svg-icons/icons/delete_16_regular.svg?icon";
import dismiss from "@fluentui/svg-icons/icons/dismiss_16_regular.svg?icon";
import download from "@fluentui/svg-icons/icons/arrow_download_16_regular.svg?icon";
import edit from "@fluentui/svg-icons/icons/edit_16_regular.svg?icon";
import mergeIcon from "@fluentui/svg-icons/icons/merge_16_regular.svg?icon";
import person from "@fluentui/svg-icons/icons/person_16_regular.svg?icon";
import statusIcon from "@fluentui/svg-icons/icons/circle_half_fill_16_regular.svg?icon";
import type { CardQuery, CardType } from "@kartis/core/cards/schema.ts";
import { useState } from "react";
import { Button } from "react-aria-components/Button";
import { Toolbar } from "react-aria-components/Toolbar";
import { reportFailure } from "../../../lib/failures.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Icon, type IconShape } from "../../../ui/Icon.tsx";
import { Menu, MenuItem } from "../../../ui/Menu.tsx";
import { Pill } from "../../../ui/Pill.tsx";
import { MergeDialog } from "../../changes/MergeDialog.tsx";
import { whyNotMerge } from "../../changes/why-not-merge.ts";
import { MemberAvatar } from "../MemberAvatar.tsx";
import { useMembers } from "../members.tsx";
import type { SelectionState } from "../table/selection.ts";
import { knownCard } from "../card-cache.ts";
import { type Denial, DeniedAction, useWhyNot } from "../rights.ts";
import { fieldOf } from "../types.ts";
import { useExport } from "../useExport.ts";
import styles from "./BulkBar.module.css";
import { TypedDeleteDialog } from "./TypedDeleteDialog.tsx";
import { EditFieldsDialog } from "./EditFieldsDialog.tsx";
import { bulkSelection, changeMany, moveToTrash } from "./useBulkChange.ts";

interface BulkBarProps {
  type: CardType | undefined;
  query: CardQuery;
  selection: SelectionState;
  total: number;
}

/** What can be done with the selected cards. */
export function BulkBar({ type, query, selection: state, total }: BulkBarProps) {
  const t = useT();
  const exporting = useExport();
  const [open, setOpen] = useState<"delete" | "edit" | "merge">();
  const { count, selection } = state;
  const isAll = count >= total;
  const selected = bulkSelection(query, selection);

  const whyNot = useWhyNot();
  // Of cards that are not here, the server says which it left as they were.
  const chosen = selection.mode === "some" ? [...selection.ids].flatMap((id) => knownCard(id) ?? []) : [];
  const denialOf = (action: "update" | "delete") =>
    whyNot(action) ?? (chosen.length === count ? allOf(chosen.map((card) => whyNot(action, card))) : undefined);
  const [notEdited, notDeleted] = [denialOf("update"), denialOf("delete")];

  const mergeable = selection.mode === "some" && selection.ids.size > 1 && selection.ids.size <= 5 ? [...selection.ids] : [];

  function exportSelected() {
    if (selection.mode === "all") return exporting.start(query, { exceptIds: [...selection.ids] });
    // A selected card stays selected when an edit takes it out of the filter.
    const { filter: _, search: __, ...ofType } = query;
    return exporting.start(ofType, { cardIds: [...selection.ids] });
  }

  function change(fields: Record<string, unknown>) {
    setOpen(undefined);
    void changeMany(selected, { kind: "edit", fields }, t("changes.changing", { count }));
  }

  function remove() {
    setOpen(undefined);
    if (selection.mode === "some") moveToTrash([...selection.ids]).catch(reportFailure);
    else void changeMany(selected, { kind: "delete" }, t("cards.deleting"));
    state.clear();
  }

  return (
    <>
      <Toolbar className={styles.bar ?? ""} aria-label={t("cards.selected", { count })}>
        <span className={styles.count}>
          <span className={styles.box}>
            <Icon of={checkmark} />
          </span>
          <span role="status">{t("cards.selected", { count })}</span>
        </span>
        {!isAll && total > 0 && (
          <Button className={styles.action ?? ""} onPress={state.selectAll}>
            {t("cards.selectAllOf", { count: total })}
          </Button>
        )}
        {type && <Action icon={edit} label={t("changes.editFields")} denial={notEdited} onPress={() => setOpen("edit")} />}
        <AssignOwner denial={notEdited} onChoose={(owner) => change({ owner })} />
        {type && <SetStatus type={type} denial={notEdited} onChoose={(status) => change({ status })} />}
        {type && <Action icon={download} label={t("cards.exportCsv")} isPending={exporting.isPending} onPress={exportSelected} />}
        {type && mergeable.length > 0 && (
          <Action
            icon={mergeIcon}
            label={t("changes.merge")}
            denial={whyNotMerge(whyNot, chosen.length === count ? chosen : [])}
            onPress={() => setOpen("merge")}
          />
        )}
        <i className={styles.separator} />
        <Action
          icon={deleteIcon}
          label={t("common.delete")}
          tone="danger"
          denial={notDeleted}
          onPress={() => (isAll && count > 1 ? setOpen("delete") : remove())}
        />
        <Button className={styles.action ?? ""} aria-label={t("cards.clearSelection")} onPress={state.clear}>
          <Icon of={dismiss} />
        </Button>
      </Toolbar>
      {open === "delete" && (
        <TypedDeleteDialog
          title={t("cards.deleteAll.title", { count })}
          message={t("cards.deleteAll.message")}
          onClose={() => setOpen(undefined)}
          onDelete={remove}
        />
      )}
      {open === "merge" && type && (
        <MergeDialog
          type={type}
          cardIds={mergeable}
          onClose={() => setOpen(undefined)}
          onMerged={() => {
            setOpen(undefined);
            state.clear();
          }}
        />
      )}
      {open === "edit" && type && (
        <EditFieldsDialog type={type} selection={selected} count={count} onClose={() => setOpen(undefined)} onChange={change} />
      )}
    </>
  );
}

interface ActionProps {
  icon: IconShape;
  label: string;
  tone?: "danger";
  isPending?: boolean;
  denial?: Denial | undefined;
  onPress?: () => void;
}

/** A denial only where there is one for each. */
const allOf = (denials: readonly (Denial | undefined)[]) => (denials.includes(undefined) ? undefined : denials[0]);

/** Where there is little room the icon alone stays, with its name for who listens. */
function Action({ icon, label, tone, denial, ...props }: ActionProps) {
  const button = (
    <Button {...props} className={styles.action ?? ""} data-tone={tone} aria-label={label}>
      <Icon of={icon} />
      <span className={styles.name}>{label}</span>
    </Button>
  );
  return denial ? (
    <DeniedAction denial={denial} label={label}>
      {button}
    </DeniedAction>
  ) : (
    button
  );
}

interface ChoiceProps<Value> {
  denial: Denial | undefined;
  onChoose: (value: Value) => void;
}

function AssignOwner({ denial, onChoose: onAssign }: ChoiceProps<string | null>) {
  const t = useT();
  const members = useMembers();
  const label = t("changes.assignOwner");
  if (denial) return <Action icon={person} label={label} denial={denial} />;
  return (
    <Menu aria-label={label} placement="top" trigger={<Action icon={person} label={label} />}>
      {members.map((member) => (
        <MenuItem key={member.userId} id={member.userId} textValue={member.name} onAction={() => onAssign(member.userId)}>
          <span className={styles.person}>
            <MemberAvatar userId={member.userId} />
            <bdi>{member.name}</bdi>
          </span>
        </MenuItem>
      ))}
      <MenuItem id="none" onAction={() => onAssign(null)}>
        {t("changes.noOwner")}
      </MenuItem>
    </Menu>
  );
}

function SetStatus({ type, denial, onChoose: onSet }: ChoiceProps<string> & { type: CardType }) {
  const t = useT();
  const field = fieldOf(type, "status");
  if (!field || field.options.length === 0) return null;
  const label = t("changes.setStatus");
  if (denial) return <Action icon={statusIcon} label={label} denial={denial} />;
  return (
    <Menu aria-label={label} placement="top" trigger={<Action icon={statusIcon} label={label} />}>
      {field.options.map((option) => (
        <MenuItem key={option.id} id={option.id} textValue={option.label} onAction={() => onSet(option.id)}>
          <Pill hue={option.hue}>{option.label}</Pill>
        </MenuItem>
      ))}
    </Menu>
  );
}
