import type { SearchResult } from "@kartis/core/cards/query/schema.ts";
import { isId } from "@kartis/core/kernel/id-form.ts";
import type { CardId } from "@kartis/core/kernel/id.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { Menu, MenuItem } from "../../../ui/overlays/Menu.tsx";
import { useCardTypes } from "../../records/card-types.ts";
import { RecordName } from "../../records/RecordName.tsx";
import styles from "./QuickAdd.module.css";

interface NamesakeChoiceProps {
  cards: readonly SearchResult[];
  chosen: SearchResult | undefined;
  onChoose: (cardId: CardId) => void;
}

/** Cards of one name, of which the line does not say which it means. */
export function NamesakeChoice({ cards, chosen, onChoose }: NamesakeChoiceProps) {
  const t = useT();
  const { types } = useCardTypes();
  const label = t("tasks.add.whichCard", { count: cards.length });
  return (
    <Menu
      aria-label={label}
      selectionMode="single"
      selectedKeys={chosen ? [chosen.id] : []}
      trigger={
        <Button size={24} variant="ghost">
          {chosen ? <RecordName name={chosen.name} size={16} /> : label}
        </Button>
      }
      onAction={(key) => isId("crd", key) && onChoose(key)}
    >
      {cards.map(({ id, name, cardTypeId, email, phone }) => (
        <MenuItem key={id} id={id} textValue={name}>
          <span className={styles.namesake}>
            <RecordName name={name} size={16} />
            <span>
              {[types?.find((type) => type.id === cardTypeId)?.name, email, phone].map(
                (detail) => detail && <bdi key={detail}>{detail}</bdi>,
              )}
            </span>
          </span>
        </MenuItem>
      ))}
    </Menu>
  );
}
