import chat from "@fluentui/svg-icons/icons/chat_16_regular.svg?icon";
import deleteIcon from "@fluentui/svg-icons/icons/delete_16_regular.svg?icon";
import edit from "@fluentui/svg-icons/icons/edit_16_regular.svg?icon";
import mergeIcon from "@fluentui/svg-icons/icons/merge_16_regular.svg?icon";
import person from "@fluentui/svg-icons/icons/person_16_regular.svg?icon";
import statusIcon from "@fluentui/svg-icons/icons/circle_half_fill_16_regular.svg?icon";
import type { CardType } from "@kartis/core/cards/schema.ts";
import type { CardQuery } from "@kartis/core/cards/query/schema.ts";
import { useState } from "react";
import { reportFailure } from "../../../lib/failures.ts";
import { useT, withWords } from "../../../lib/i18n.tsx";
import { laterInFocus } from "../../../lib/later.tsx";
import { useCan } from "../../../lib/permissions.ts";
import { Menu, MenuItem } from "../../../ui/overlays/Menu.tsx";
import { Denied } from "../../../ui/feedback/Denied.tsx";
import { Pill } from "../../../ui/display/Pill.tsx";
import { exportIcon } from "../../../ui/display/transfer-icons.ts";
import {
  SelectionAction,
  type SelectionActionProps,
  SelectionBar,
  SelectionSeparator,
} from "../../../ui/collections/SelectionBar.tsx";
import { ManyCardsButtons } from "../../automations/buttons/ManyCardsButtons.tsx";
import { MergeDialog } from "../../merges/MergeDialog.tsx";
import { whyNotMerge } from "../../merges/why-not-merge.ts";
import { MemberAvatar } from "../../people/MemberAvatar.tsx";
import { useAssignable } from "../../people/people.ts";
import type { SelectionState } from "../table/selection.ts";
import { knownCard } from "../../records/card-cache.ts";
import { type Denial, DeniedAction, useWhyNot } from "../../records/rights.ts";
import { fieldOf } from "../../records/card-types.ts";
import { useExport } from "../../exports/useExport.ts";
import styles from "./BulkBar.module.css";
import { TypedDeleteDialog } from "./TypedDeleteDialog.tsx";
import { EditFieldsDialog } from "./EditFieldsDialog.tsx";
import { bulkSelection, changeMany, moveToTrash } from "./useBulkChange.ts";

const SmsDialog = laterInFocus(
  async () => (await withWords(["sms", "messageTemplates", "timeline"], import("./sms/SmsDialog.tsx"))).SmsDialog,
);

interface BulkBarProps {
  type: CardType | undefined;
  query: CardQuery;
  selection: SelectionState;
  total: number;
}

/** Actions for the selected cards. */
export function BulkBar({ type, query, selection: state, total }: BulkBarProps) {
  const t = useT();
  const exporting = useExport();
  const [open, setOpen] = useState<"delete" | "edit" | "merge" | "sms">();
  const { count, selection } = state;
  const isAll = count >= total;
  const selected = bulkSelection(query, selection);

  const whyNot = useWhyNot();
  // For cards that are not loaded, the server reports which it left unchanged.
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

  function change(fields: Record<string, unknown>, startAutomations = false) {
    setOpen(undefined);
    void changeMany(selected, { kind: "edit", fields }, t("changes.changing", { count }), startAutomations);
  }

  function remove() {
    setOpen(undefined);
    if (selection.mode === "some") moveToTrash([...selection.ids]).catch(reportFailure);
    else void changeMany(selected, { kind: "delete" }, t("cards.deleting"));
    state.clear();
  }

  return (
    <>
      <SelectionBar label={t("cards.selected", { count })} onClear={state.clear}>
        {!isAll && total > 0 && <SelectionAction label={t("cards.selectAllOf", { count: total })} onPress={state.selectAll} />}
        {type && <Action icon={edit} label={t("changes.editFields")} denial={notEdited} onPress={() => setOpen("edit")} />}
        <AssignOwner denial={notEdited} onChoose={(owner) => change({ owner })} />
        {type && <SetStatus type={type} denial={notEdited} onChoose={(status) => change({ status })} />}
        {type && (
          <Action icon={exportIcon} label={t("cards.exportCsv")} isPending={exporting.isPending} onPress={exportSelected} />
        )}
        {type?.fields.some((field) => field.type === "phone") && <SendSms onPress={() => setOpen("sms")} />}
        {type && <ManyCardsButtons typeId={type.id} selection={selected} count={count} denial={notEdited} />}
        {type && mergeable.length > 0 && (
          <Action
            icon={mergeIcon}
            label={t("changes.merge")}
            denial={whyNotMerge(whyNot, chosen.length === count ? chosen : [])}
            onPress={() => setOpen("merge")}
          />
        )}
        <SelectionSeparator />
        <Action
          icon={deleteIcon}
          label={t("common.delete")}
          tone="danger"
          denial={notDeleted}
          onPress={() => (isAll && count > 1 ? setOpen("delete") : remove())}
        />
      </SelectionBar>
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
      {open === "sms" && type && <SmsDialog type={type} selection={selected} count={count} onClose={() => setOpen(undefined)} />}
      {open === "edit" && type && (
        <EditFieldsDialog type={type} selection={selected} count={count} onClose={() => setOpen(undefined)} onChange={change} />
      )}
    </>
  );
}

interface ActionProps extends SelectionActionProps {
  denial?: Denial | undefined;
}

/** A denial only where there is one for each. */
const allOf = (denials: readonly (Denial | undefined)[]) => (denials.includes(undefined) ? undefined : denials[0]);

function Action({ denial, ...props }: ActionProps) {
  const button = <SelectionAction {...props} />;
  return denial ? (
    <DeniedAction denial={denial} label={props.label}>
      {button}
    </DeniedAction>
  ) : (
    button
  );
}

function SendSms({ onPress }: { onPress: () => void }) {
  const t = useT();
  const label = t("changes.sms.action");
  if (useCan()(["SMS", "create"])) return <SelectionAction icon={chat} label={label} onPress={onPress} />;
  return (
    <Denied label={label} reason={t("changes.sms.denied")} placement="top">
      <SelectionAction icon={chat} label={label} />
    </Denied>
  );
}

interface ChoiceProps<Value> {
  denial: Denial | undefined;
  onChoose: (value: Value) => void;
}

function AssignOwner({ denial, onChoose: onAssign }: ChoiceProps<string | null>) {
  const t = useT();
  const members = useAssignable();
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
