import type { Card, Field } from "@kartis/core/cards/schema.ts";
import { useState } from "react";
import { Button } from "react-aria-components/Button";
import { useT } from "../../../lib/i18n.tsx";
import { Editor } from "../../fields/editors/Editor.tsx";
import { sameValue } from "../../fields/editors/editing.ts";
import { nameOf } from "../../records/card-types.ts";
import { useClashes } from "../clashes.ts";
import { useRolledBack } from "../rolled-back.ts";
import { updateCard } from "../update-card.ts";
import { UnsavedNote } from "./fields/UnsavedNote.tsx";
import styles from "./card.module.css";

/** The heading of the page; a press on it edits it. */
export function CardName({ card, field, isFixed }: { card: Card; field: Field; isFixed: boolean }) {
  const t = useT();
  const isRolledBack = useRolledBack();
  const kept = useClashes()(card.id, field.id);
  const [isEditing, setEditing] = useState(false);
  return (
    <>
      <div className={styles.name} data-rolled-back={isRolledBack(card.id, field.id) || undefined}>
        <h1 className={styles.title}>
          <bdi>{nameOf(card)}</bdi>
        </h1>
        {!isFixed && (
          <Button
            className={styles.over ?? ""}
            aria-label={t("cards.edit", { label: field.label })}
            onPress={() => setEditing(true)}
          />
        )}
        {isEditing && (
          <Editor
            field={field}
            value={card.fields[field.id]}
            place="card"
            onCancel={() => setEditing(false)}
            onCommit={(value) => {
              setEditing(false);
              if (!sameValue(value, card.fields[field.id])) updateCard(card, field, value);
            }}
          />
        )}
      </div>
      {kept?.unsaved && <UnsavedNote kept={{ ...kept, unsaved: kept.unsaved }} />}
    </>
  );
}
