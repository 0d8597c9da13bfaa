import type { Card, CardType } from "@kartis/core/cards/schema.ts";
import { useMemo, useState } from "react";
import { useT } from "../../../../lib/i18n.tsx";
import { Button } from "../../../../ui/actions/Button.tsx";
import { isEmpty } from "../../../fields/values.ts";
import styles from "./FieldColumn.module.css";
import { reasonOf } from "../../../records/denied.ts";
import { useWhyNot } from "../../../records/rights.ts";
import { FieldsSkeleton } from "../CardSkeleton.tsx";
import { FieldRow } from "./FieldRow.tsx";
import { Group } from "./Group.tsx";
import { type FieldGroup, groupsOf } from "./groups.ts";
import { useOpenGroups } from "./open-groups.ts";
import type { CardLayout } from "../useLayout.ts";

interface FieldColumnProps {
  card: Card;
  type: CardType;
  layout: CardLayout;
  /** Shows an earlier state, so it is read-only. */
  isPast?: boolean;
}

/** The values of a card in collapsible groups, each to be edited where it stands. */
export function FieldColumn({ card, type, layout: { layout, settings, isPending }, isPast = false }: FieldColumnProps) {
  const t = useT();
  const groups = useMemo(() => groupsOf(type, layout, settings.importantFirst), [type, layout, settings.importantFirst]);
  const open = useOpenGroups(type.id);
  const denial = useWhyNot()("update", card);
  if (isPending) return <FieldsSkeleton />;
  const shown = groups.map((group) => (
    <Group
      key={group.id}
      title={group.title === null ? t("card.important") : group.title || t("card.details")}
      isOpen={open.isOpen(group.id, group.isDefaultOpen)}
      onOpenChange={(isOpen) => open.set(group.id, isOpen)}
    >
      <Rows card={card} group={group} hasFolded={settings.hideEmpty} isFixed={isPast || denial !== undefined} />
    </Group>
  ));
  return (
    <>
      {denial && !isPast && (
        <p className={styles.denied} role="note">
          {reasonOf(t, denial)}
        </p>
      )}
      {shown}
    </>
  );
}

interface RowsProps {
  card: Card;
  group: FieldGroup;
  /** Fields without a value are behind one press. */
  hasFolded: boolean;
  /** Read-only. */
  isFixed: boolean;
}

function Rows({ card, group, hasFolded, isFixed }: RowsProps) {
  const t = useT();
  const [isUnfolded, setUnfolded] = useState(false);
  // A value that is taken away stays where it was edited.
  const [folded] = useState(() => new Set(group.fields.filter((field) => isEmpty(card.fields[field.id])).map(({ id }) => id)));
  const isFolded = (id: string) => hasFolded && !isUnfolded && folded.has(id) && isEmpty(card.fields[id]);
  const rows = group.fields.filter((field) => !isFolded(field.id));
  const rest = group.fields.length - rows.length;
  return (
    <>
      <dl className={styles.rows}>
        {rows.map((field) => (
          <FieldRow key={field.id} card={card} field={field} isFixed={isFixed} />
        ))}
      </dl>
      {rest > 0 && (
        <div className={styles.folded} data-folded>
          <Button variant="ghost" size={24} onPress={() => setUnfolded(true)}>
            {t("card.moreFields", { count: rest })}
          </Button>
        </div>
      )}
    </>
  );
}
