import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import historyIcon from "@fluentui/svg-icons/icons/history_16_regular.svg?icon";
import more from "@fluentui/svg-icons/icons/more_horizontal_16_regular.svg?icon";
import restore from "@fluentui/svg-icons/icons/arrow_undo_16_regular.svg?icon";
import type { Card, CardType, Field } from "@kartis/core/cards/schema.ts";
import { useT } from "../../../../lib/i18n.tsx";
import { Button } from "../../../../ui/actions/Button.tsx";
import { IconButton } from "../../../../ui/actions/IconButton.tsx";
import { Menu, MenuItem } from "../../../../ui/overlays/Menu.tsx";
import { sameValue } from "../../../fields/editors/editing.ts";
import { isEmpty } from "../../../fields/values.ts";
import { useWhyNot } from "../../../records/rights.ts";
import { fieldOf } from "../../../records/card-types.ts";
import { updateCard } from "../../update-card.ts";
import type { FieldChange } from "./changes.ts";
import styles from "../Timeline.module.css";

/** Whether the value a field had before a change can be restored: not if the field has that value now. */
function useCanRestore(card: Card): (field: Field, change: FieldChange) => boolean {
  const isDenied = useWhyNot()("update", card) !== undefined;
  return (field, { before }) =>
    !isDenied &&
    // The former password is never sent to a browser, so it cannot be restored either.
    !fieldTraits[field.type].secret &&
    !sameValue(before, card.fields[field.id]) &&
    !(field.required && isEmpty(before));
}

/** Puts back what the field was before a change: an edit like any other, with its own way back. */
export function Restore({ card, field, change }: { card: Card; field: Field; change: FieldChange }) {
  const t = useT();
  if (!useCanRestore(card)(field, change)) return null;
  return (
    <span className={styles.onHover}>
      <Button
        size={24}
        variant="ghost"
        aria-label={t("card.history.restoreNamed", { label: field.label })}
        onPress={() => updateCard(card, field, change.before)}
      >
        {t("card.history.restore")}
      </Button>
    </span>
  );
}

interface EntryMenuProps {
  card: Card;
  type: CardType;
  changes: readonly FieldChange[];
  onAsOf: (() => void) | undefined;
}

/** Menu of an entry's actions, on a phone. */
export function EntryMenu({ card, type, changes, onAsOf }: EntryMenuProps) {
  const t = useT();
  const canRestore = useCanRestore(card);
  const restorable = changes.flatMap((change) => {
    const field = fieldOf(type, change.fieldId);
    return field && canRestore(field, change) ? [{ field, change }] : [];
  });
  if (!onAsOf && restorable.length === 0) return null;
  return (
    <Menu
      aria-label={t("common.more")}
      placement="bottom end"
      trigger={<IconButton icon={more} size={24} label={t("common.more")} />}
    >
      {onAsOf && (
        <MenuItem icon={historyIcon} onAction={onAsOf}>
          {t("card.history.asOf")}
        </MenuItem>
      )}
      {restorable.map(({ field, change }) => (
        <MenuItem key={field.id} icon={restore} onAction={() => updateCard(card, field, change.before)}>
          {t("card.history.restoreNamed", { label: field.label })}
        </MenuItem>
      ))}
    </Menu>
  );
}
