import { isFlag } from "@kartis/core/cards/fields/field.ts";
import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import copyIcon from "@fluentui/svg-icons/icons/copy_16_regular.svg?icon";
import editIcon from "@fluentui/svg-icons/icons/edit_16_regular.svg?icon";
import type { Card, Field } from "@kartis/core/cards/schema.ts";
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from "react";
import { Button } from "react-aria-components/Button";
import { useT, withWords } from "../../../lib/i18n.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import { later } from "../../../lib/later.tsx";
import { showToast } from "../../../ui/feedback/toasts.ts";
import { Display } from "../fields/display/Display.tsx";
import { Editor } from "../fields/editors/Editor.tsx";
import { sameValue, type Then } from "../fields/editors/editing.ts";
import { isEmpty } from "../fields/values.ts";
import { openClash, useClashes } from "../clashes.ts";
import { settleClash } from "../save-edit.ts";
import { closeClash, discardUnsaved, unsavedAt } from "../unsaved.ts";
import { useRolledBack } from "../rolled-back.ts";
import { updateCard } from "../update-card.ts";
import { Conflict } from "./Conflict.tsx";
import { UnsavedNote } from "./UnsavedNote.tsx";
import styles from "./FieldColumn.module.css";

const SecretValue = later(() =>
  withWords(["secrets"], import("../secrets/SecretValue.tsx")).then((module) => module.SecretValue),
);

/** A press on the value edits it, one on a link follows it; keys have an edit and a copy button that appear with the focus. */
export function FieldRow({ card, field, isFixed }: { card: Card; field: Field; isFixed: boolean }) {
  const t = useT();
  const isRolledBack = useRolledBack();
  const [editing, setEditing] = useState<"edited" | "tabbed">();
  const clash = useClashes()(card.id, field.id);
  /** The value that the edit began with: when it is another at the end, somebody else was quicker. */
  const began = useRef<unknown>(undefined);
  /** A flag as it was before it was turned: Escape turns it back as long as one stays here. */
  const turned = useRef<{ before: unknown }>(undefined);
  const isStaying = useRef(false);
  const row = useRef<HTMLElement>(null);
  const value = card.fields[field.id];
  const traits = fieldTraits[field.type];
  const isCheckbox = isFlag(traits);
  const isSecret = traits.secret === true;

  function edit() {
    if (isCheckbox) {
      turned.current = { before: value };
      updateCard(card, field, value !== true);
    } else {
      began.current = value;
      if (clash && !clash.unsaved) closeClash(clash);
      // Tab from the field before leaves its mark.
      setEditing(row.current?.dataset["tabbed"] === undefined ? "edited" : "tabbed");
    }
  }

  // What contains the focus, as a dialog does, would put it on its own first button once the editor is gone. It waits in the row: on a button there, the rest of
  // the press of Enter that ended the edit would begin another.
  useLayoutEffect(() => {
    if (!isStaying.current || editing || !row.current) return;
    isStaying.current = false;
    if (document.activeElement !== document.body) return;
    row.current.tabIndex = -1;
    row.current.focus({ preventScroll: true });
  }, [editing]);

  function finish(then: Then) {
    isStaying.current = then === "stay";
    setEditing(undefined);
    const rows = [...(row.current?.closest("article")?.querySelectorAll<HTMLElement>("[data-field]") ?? [])];
    const here = rows.findIndex((other) => other === row.current);
    const target = then === "stay" ? row.current : rows[here + (then === "next" ? 1 : -1)];
    // The button stands in the row again once the editor is gone.
    setTimeout(() => {
      // Not when the focus has gone on meanwhile, to the next edit of the same value perhaps.
      const isStill = document.activeElement === document.body || document.activeElement === row.current;
      if (then !== "stay" || isStill) target?.querySelector<HTMLElement>("[data-edit]")?.focus();
      row.current?.removeAttribute("tabindex");
      // Going past a flag does not turn it.
      const button = then !== "stay" && target?.querySelector<HTMLElement>("[data-edit]:not([data-turns])");
      if (!button || !target) return;
      target.dataset["tabbed"] = "";
      button.click();
      delete target.dataset["tabbed"];
    });
  }

  function commit(next: unknown, then: Then) {
    const isTouched = !sameValue(next, began.current) && !sameValue(next, value);
    if (isTouched && !sameValue(began.current, value)) openClash({ card, field, mine: next });
    else if (isTouched) updateCard(card, field, next);
    finish(then);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Escape" || editing) return;
    const kept = unsavedAt(card.id, field.id);
    if (!turned.current && !kept) return;
    event.stopPropagation();
    if (kept) {
      turned.current = undefined;
      return discardUnsaved(kept);
    }
    if (!turned.current) return;
    updateCard(card, field, turned.current.before ?? null);
    turned.current = undefined;
  }

  function onClick(event: MouseEvent) {
    if (!(event.target instanceof Element) || !event.currentTarget.contains(event.target)) return;
    if (editing || isFixed || event.target.closest("a, button, input") || !getSelection()?.isCollapsed) return;
    edit();
  }

  async function copy() {
    const text = row.current?.querySelector<HTMLElement>("[data-content]")?.innerText ?? "";
    await navigator.clipboard.writeText(text);
    showToast({ tone: "info", title: t("common.copied") });
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
        onBlur={() => {
          turned.current = undefined;
        }}
      >
        {isFixed && isEmpty(value) ? (
          <span className={styles.add}>{t("cards.noValue")}</span>
        ) : isEmpty(value) && !isCheckbox ? (
          <Button className={styles.add ?? ""} data-edit onPress={edit}>
            {t("cards.add", { label: field.label })}
          </Button>
        ) : (
          <>
            <span className={styles.content} data-content>
              {isSecret && !isFixed ? (
                <SecretValue card={card} field={field} />
              ) : (
                <Display field={field} value={value} place="card" />
              )}
            </span>
            <span className={styles.actions}>
              {!isFixed && (
                <Button
                  className={styles.action ?? ""}
                  data-edit
                  data-turns={isCheckbox || undefined}
                  aria-label={t("cards.edit", { label: field.label })}
                  onPress={edit}
                >
                  <Icon of={editIcon} size={14} />
                </Button>
              )}
              {!isCheckbox && !isSecret && (
                <Button
                  className={styles.action ?? ""}
                  aria-label={t("cards.copy", { label: field.label })}
                  onPress={() => void copy()}
                >
                  <Icon of={copyIcon} size={14} />
                </Button>
              )}
            </span>
          </>
        )}
        {editing && (
          <Editor
            field={field}
            value={value}
            isSelected={editing === "tabbed"}
            cardId={card.id}
            place="card"
            onCommit={commit}
            onCancel={() => finish("stay")}
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
