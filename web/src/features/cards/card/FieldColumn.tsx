import type { Card, CardType } from "@kartis/core/cards/schema.ts";
import { useMemo } from "react";
import { useT } from "../../../lib/i18n.tsx";
import styles from "./FieldColumn.module.css";
import { FieldRow } from "./FieldRow.tsx";
import { Group } from "./Group.tsx";
import { groupsOf } from "./groups.ts";
import { useOpenGroups } from "./open-groups.ts";

interface FieldColumnProps {
  card: Card;
  type: CardType;
  /** As it was, so not to be edited. */
  isPast?: boolean;
}

/** The values of a card in collapsible groups, each to be edited where it stands. */
export function FieldColumn({ card, type, isPast = false }: FieldColumnProps) {
  const t = useT();
  const groups = useMemo(() => groupsOf(type), [type]);
  const open = useOpenGroups(type.id);
  return groups.map((group) => {
    const id = group.name ?? "\u0000";
    return (
      <Group
        key={id}
        title={group.name === null ? t("cards.important") : group.name || t("cards.details")}
        isOpen={open.isOpen(id, true)}
        onOpenChange={(isOpen) => open.set(id, isOpen)}
      >
        <dl className={styles.rows}>
          {group.fields.map((field) => (
            <FieldRow key={field.id} card={card} field={field} isPast={isPast} />
          ))}
        </dl>
      </Group>
    );
  });
}
