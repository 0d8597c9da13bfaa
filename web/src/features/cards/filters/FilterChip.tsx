import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import dismiss from "@fluentui/svg-icons/icons/dismiss_12_regular.svg?icon";
import type { FieldTraits, Operator } from "@kartis/core/cards/fields/field.ts";
import type { Field } from "@kartis/core/cards/schema.ts";
import type { Condition } from "@kartis/core/cards/query/schema.ts";
import { useState } from "react";
import { Button } from "react-aria-components/Button";
import { Dialog, DialogTrigger } from "react-aria-components/Dialog";
import { useT } from "../../../lib/i18n.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import { Menu, MenuItem } from "../../../ui/overlays/Menu.tsx";
import { Popover } from "../../../ui/overlays/Popover.tsx";
import { iconOf } from "../../fields/screens.ts";
import { FieldMenu } from "./FieldMenu.tsx";
import { arityOf, withOperator, type Chip } from "./conditions.ts";
import styles from "./filters.module.css";
import { useValueText } from "./useValueText.ts";
import { ChosenValues } from "./ChosenValues.tsx";
import { TypedValues } from "./TypedValues.tsx";

interface FilterChipProps {
  fields: readonly Field[];
  field: Field;
  condition: Condition;
  /** Opens its value at once, and goes again when it is left without one. */
  isNew?: boolean;
  /** Its value is still being chosen. */
  isOpenAtFirst?: boolean;
  onChange: (condition: Condition) => void;
  onField: (fieldId: string) => void;
  onRemove: () => void;
}

/** Ordered values in the words of dates: "at least 14 days ago" would be read as longer ago. */
export function wordOf(operator: Operator, { moment }: FieldTraits) {
  if (moment !== "day" && moment !== "instant") return operator;
  if (operator === "GREATER_THAN") return "FROM";
  if (operator === "LESS_THAN") return moment === "day" ? "UNTIL" : "BEFORE";
  return operator;
}

/** Field · operator · value · ×, each with its own press. */
export function FilterChip({ fields, field, condition, isNew, isOpenAtFirst, onChange, onField, onRemove }: FilterChipProps) {
  const t = useT();
  const valueText = useValueText(field);
  const [isOpen, setOpen] = useState(isNew ?? isOpenAtFirst ?? false);
  const traits = fieldTraits[field.type];
  const { choices } = traits;
  // Nothing happens at the very millisecond that one asks for.
  const operators = traits.operators.filter(
    (operator) => operator !== "EQUAL" || traits.moment !== "instant" || operator === condition.operator,
  );
  const arity = arityOf(condition.operator);
  const text = valueText(condition);

  function close(isStillOpen: boolean) {
    setOpen(isStillOpen);
    if (!isStillOpen && isNew) onRemove();
  }

  return (
    <span className={styles.chip} role="group" aria-label={t("cards.filterBy", { label: field.label })}>
      <FieldMenu
        fields={fields}
        onChoose={onField}
        trigger={
          <Button className={styles.part ?? ""}>
            <Icon of={iconOf(field.id, field.type)} size={14} />
            <bdi>{field.label}</bdi>
          </Button>
        }
      />
      <Menu
        aria-label={t("cards.operator")}
        selectionMode="single"
        selectedKeys={[condition.operator]}
        trigger={
          <Button className={styles.part ?? ""} data-part="operator">
            {t(`views.operator.${wordOf(condition.operator, traits)}`)}
          </Button>
        }
      >
        {operators.map((operator) => (
          <MenuItem key={operator} id={operator} onAction={() => onChange(withOperator(condition, operator))}>
            {t(`views.operator.${wordOf(operator, traits)}`)}
          </MenuItem>
        ))}
      </Menu>
      {arity !== "none" && (
        <DialogTrigger isOpen={isOpen} onOpenChange={close}>
          <Button className={styles.part ?? ""} data-part="value">
            <span className={styles.value}>{text || t("cards.chooseValue")}</span>
          </Button>
          <Popover kind={choices ? "menu" : "panel"} placement="bottom start">
            <Dialog aria-label={field.label} className={styles.editor ?? ""}>
              {choices ? (
                <ChosenValues field={field} condition={condition} onChange={onChange} onDone={() => close(false)} />
              ) : (
                <TypedValues
                  field={field}
                  condition={condition}
                  onChange={(next) => {
                    setOpen(false);
                    onChange(next);
                  }}
                />
              )}
            </Dialog>
          </Popover>
        </DialogTrigger>
      )}
      <Button
        className={styles.part ?? ""}
        data-part="remove"
        aria-label={t("common.removeNamed", { name: field.label })}
        onPress={onRemove}
      >
        <Icon of={dismiss} />
      </Button>
    </span>
  );
}

/** A filter that chips cannot edit: nested, or of a field that is gone. It can be seen and removed. */
export function GroupChip({ chip, onRemove }: { chip: Chip; onRemove: () => void }) {
  const t = useT();
  const name = chip.kind === "group" ? t("cards.filter.nested") : chip.condition.fieldId;
  return (
    <span className={styles.chip} role="group" aria-label={name}>
      <span className={styles.part}>{name}</span>
      <Button className={styles.part ?? ""} data-part="remove" aria-label={t("common.removeNamed", { name })} onPress={onRemove}>
        <Icon of={dismiss} />
      </Button>
    </span>
  );
}
