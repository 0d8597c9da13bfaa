import type { Card, Field } from "@kartis/core/cards/schema.ts";
import type { MouseEvent } from "react";
import { Editor } from "../../../fields/editors/Editor.tsx";
import { useRolledBack } from "../../rolled-back.ts";
import { settleClash } from "../../save-edit.ts";
import { Conflict } from "./Conflict.tsx";
import styles from "./FieldColumn.module.css";
import { FieldValue } from "./FieldValue.tsx";
import { UnsavedNote } from "./UnsavedNote.tsx";
import { useFieldEdit } from "./useFieldEdit.ts";

/** A press on the value edits it, one on a link follows it; keys have an edit and a copy button that appear with the focus. */
export function FieldRow({ card, field, isFixed }: { card: Card; field: Field; isFixed: boolean }) {
  const isRolledBack = useRolledBack();
  const { row, clash, editing, edit, commit, cancel, onKeyDown, onLeave } = useFieldEdit(card, field);
  const value = card.fields[field.id];

  function onClick(event: MouseEvent) {
    if (!(event.target instanceof Element) || !event.currentTarget.contains(event.target)) return;
    if (editing || isFixed || event.target.closest("a, button, input") || !getSelection()?.isCollapsed) return;
    edit();
  }

  return (
    <div className={styles.row}>
      <dt className={styles.label} title={field.label}>
        <bdi>{field.label}</bdi>
      </dt>
      {/* The press is a shortcut of the edit button inside. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
      <dd
        ref={row}
        className={styles.value}
        data-field={field.id}
        data-editing={editing !== undefined || undefined}
        data-rolled-back={isRolledBack(card.id, field.id) || undefined}
        onClick={onClick}
        onKeyDownCapture={onKeyDown}
        onBlur={onLeave}
      >
        <FieldValue card={card} field={field} isFixed={isFixed} onEdit={edit} />
        {editing && (
          <Editor
            field={field}
            value={value}
            isSelected={editing === "tabbed"}
            cardId={card.id}
            place="card"
            onCommit={commit}
            onCancel={cancel}
          />
        )}
      </dd>
      {clash?.unsaved && <UnsavedNote kept={{ ...clash, unsaved: clash.unsaved }} />}
      {clash && !clash.unsaved && !isFixed && (
        <Conflict field={field} theirs={value} mine={clash.mine} onChoose={(choice) => settleClash(clash, choice)} />
      )}
    </div>
  );
}
