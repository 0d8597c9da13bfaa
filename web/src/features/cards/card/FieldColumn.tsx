import chevronDown from "@fluentui/svg-icons/icons/chevron_down_16_regular.svg?icon";
import type { Card, CardType } from "@kartis/core/cards/schema.ts";
import { useMemo } from "react";
import { Button } from "react-aria-components/Button";
import { Disclosure, DisclosurePanel } from "react-aria-components/Disclosure";
import { Heading } from "react-aria-components/Heading";
import { useT } from "../../../lib/i18n.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import styles from "./FieldColumn.module.css";
import { FieldRow } from "./FieldRow.tsx";
import { groupsOf } from "./groups.ts";

/** The values of a card in collapsible groups, each to be edited where it stands. */
export function FieldColumn({ card, type }: { card: Card; type: CardType }) {
  const t = useT();
  const groups = useMemo(() => groupsOf(type), [type]);
  return (
    <>
      {groups.map((group) => (
        <Disclosure key={group.name ?? "\u0000"} defaultExpanded className={styles.group ?? ""}>
          <Heading level={2} className={styles.heading ?? ""}>
            <Button slot="trigger" className={styles.trigger ?? ""}>
              <Icon of={chevronDown} size={14} />
              <bdi>{group.name === null ? t("cards.important") : group.name || t("cards.details")}</bdi>
            </Button>
          </Heading>
          <DisclosurePanel>
            <dl className={styles.rows}>
              {group.fields.map((field) => (
                <FieldRow key={field.id} card={card} field={field} />
              ))}
            </dl>
          </DisclosurePanel>
        </Disclosure>
      ))}
    </>
  );
}
