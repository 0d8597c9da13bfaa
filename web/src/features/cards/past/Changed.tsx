import historyIcon from "@fluentui/svg-icons/icons/history_16_regular.svg?icon";
import type { Field } from "@kartis/core/cards/schema.ts";
import { Button } from "react-aria-components/Button";
import { useT } from "../../../lib/i18n.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import { Tag } from "../../../ui/display/Pill.tsx";
import { Tooltip } from "../../../ui/overlays/Tooltip.tsx";
import { Display } from "../../fields/display/Display.tsx";
import { isEmpty } from "../../fields/values.ts";
import styles from "./past.module.css";
import type { CardNow } from "./usePastList.ts";

/** The field's value of now. */
export function Now({ field, now }: { field: Field; now: CardNow }) {
  const t = useT();
  const value = now.fields[field.id];
  if (isEmpty(value)) return t("past.nowEmpty");
  return (
    <span className={styles.now}>
      {t("past.now")} <Display field={field} value={value} place="cell" />
    </span>
  );
}

/** Marks a value that is another one now, and says which. */
export function ChangedMark({ field, now }: { field: Field; now: CardNow }) {
  const t = useT();
  return (
    <Tooltip content={<Now field={field} now={now} />} isTapped>
      <Button className={styles.mark ?? ""} aria-label={t("past.cell", { label: field.label })}>
        <Icon of={historyIcon} />
      </Button>
    </Tooltip>
  );
}

/** Says that a card has been deleted, or has become part of another. */
export function GoneTag({ now }: { now: CardNow | undefined }) {
  const t = useT();
  if (!now?.trashedAt) return null;
  return <Tag>{t(now.mergedInto ? "past.row.merged" : "past.row.removed")}</Tag>;
}
