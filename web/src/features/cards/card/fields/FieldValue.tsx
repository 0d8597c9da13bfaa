import copyIcon from "@fluentui/svg-icons/icons/copy_16_regular.svg?icon";
import editIcon from "@fluentui/svg-icons/icons/edit_16_regular.svg?icon";
import { isFlag } from "@kartis/core/cards/fields/field.ts";
import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import type { Card, Field } from "@kartis/core/cards/schema.ts";
import { useRef } from "react";
import { Button } from "react-aria-components/Button";
import { useT, withWords } from "../../../../lib/i18n.tsx";
import { later } from "../../../../lib/later.tsx";
import { Icon } from "../../../../ui/display/Icon.tsx";
import { showToast } from "../../../../lib/toasts/toasts.ts";
import { Display } from "../../../fields/display/Display.tsx";
import { isEmpty } from "../../../fields/values.ts";
import styles from "./FieldColumn.module.css";

const SecretValue = later(() =>
  withWords(["secrets"], import("../../secrets/SecretValue.tsx")).then((module) => module.SecretValue),
);

interface FieldValueProps {
  card: Card;
  field: Field;
  isFixed: boolean;
  onEdit: () => void;
}

/** A value in its row, with a button to edit and one to copy it; without one, the way to give it. */
export function FieldValue({ card, field, isFixed, onEdit }: FieldValueProps) {
  const t = useT();
  const content = useRef<HTMLSpanElement>(null);
  const value = card.fields[field.id];
  const traits = fieldTraits[field.type];
  const isCheckbox = isFlag(traits);
  const isSecret = traits.secret === true;

  async function copy() {
    await navigator.clipboard.writeText(content.current?.innerText ?? "");
    showToast({ tone: "info", title: t("common.copied") });
  }

  return isFixed && isEmpty(value) ? (
    <span className={styles.add}>{t("cards.noValue")}</span>
  ) : isEmpty(value) && !isCheckbox ? (
    <Button className={styles.add ?? ""} data-edit onPress={onEdit}>
      {t("cards.add", { label: field.label })}
    </Button>
  ) : (
    <>
      <span ref={content} className={styles.content} data-content>
        {isSecret && !isFixed ? <SecretValue card={card} field={field} /> : <Display field={field} value={value} place="card" />}
      </span>
      <span className={styles.actions}>
        {!isFixed && (
          <Button
            className={styles.action ?? ""}
            data-edit
            data-turns={isCheckbox || undefined}
            aria-label={t("cards.edit", { label: field.label })}
            onPress={onEdit}
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
  );
}
