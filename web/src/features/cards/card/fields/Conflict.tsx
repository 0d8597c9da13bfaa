import type { Field } from "@kartis/core/cards/schema.ts";
import { useT } from "../../../../lib/i18n.tsx";
import { Button } from "../../../../ui/actions/Button.tsx";
import { Display } from "../../../fields/display/Display.tsx";
import { isEmpty } from "../../../fields/values.ts";
import styles from "./FieldColumn.module.css";

interface ConflictProps {
  field: Field;
  theirs: unknown;
  mine: unknown;
  onChoose: (choice: "theirs" | "mine") => void;
}

/** Two people changed one field at once: shows both values and asks which to keep. Nothing typed is lost until one is chosen. */
export function Conflict({ field, theirs, mine, onChoose }: ConflictProps) {
  const t = useT();
  const shown = (value: unknown) => (isEmpty(value) ? t("cards.noValue") : <Display field={field} value={value} place="cell" />);
  return (
    <div className={styles.conflict} role="alert">
      <p className={styles.reason}>{t("card.conflict", { label: field.label })}</p>
      <dl className={styles.sides}>
        <dt>{t("card.conflict.theirs")}</dt>
        <dd>{shown(theirs)}</dd>
        <dt>{t("card.conflict.mine")}</dt>
        <dd>{shown(mine)}</dd>
      </dl>
      <div className={styles.choices}>
        <Button size={24} onPress={() => onChoose("theirs")}>
          {t("card.conflict.keepTheirs")}
        </Button>
        <Button size={24} variant="primary" onPress={() => onChoose("mine")}>
          {t("card.conflict.useMine")}
        </Button>
      </div>
    </div>
  );
}
