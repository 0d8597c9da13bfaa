import add from "@fluentui/svg-icons/icons/add_16_regular.svg?icon";
import deleteIcon from "@fluentui/svg-icons/icons/delete_16_regular.svg?icon";
import type { Field } from "@kartis/core/cards/schema.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { IconButton } from "../../../ui/actions/IconButton.tsx";
import { moved, SortableList, stepped } from "../../../ui/collections/SortableList.tsx";
import { TextField } from "../../../ui/inputs/TextField.tsx";
import styles from "../editor.module.css";
import { HueMenu } from "../HueMenu.tsx";
import { newOption } from "../new-draft.ts";
import { RowMenu } from "../RowMenu.tsx";
import { useProblem } from "../useProblem.ts";

type Option = Field["options"][number];

interface OptionsEditorProps {
  fieldId: string;
  /** Name of the list, e.g. "Options" or "Statuses". */
  label: string;
  addLabel: string;
  emptyText: string;
  options: readonly Option[];
  onChange: (options: Option[]) => void;
}

/** The choices of a field: name, color, order. What happens to cards with a removed option is asked on saving. */
export function OptionsEditor({ fieldId, label, addLabel, emptyText, options, onChange }: OptionsEditorProps) {
  const t = useT();
  const problem = useProblem();
  const replace = (id: string, change: Partial<Option>) =>
    onChange(options.map((option) => (option.id === id ? { ...option, ...change } : option)));

  return (
    <div className={styles.options}>
      <SortableList
        label={label}
        hasInputs
        items={options}
        textOf={(option) => option.label}
        onMove={(ids, beforeId) => onChange(moved(options, ids, beforeId))}
        emptyText={emptyText}
      >
        {(option) => {
          const at = options.findIndex((other) => other.id === option.id);
          return (
            <>
              <HueMenu label={option.label || label} hue={option.hue} onChange={(hue) => replace(option.id, { hue })} />
              <div className={styles.grow}>
                <TextField
                  aria-label={t("cardTypes.option.label")}
                  size={28}
                  value={option.label}
                  onChange={(text) => replace(option.id, { label: text })}
                  errorMessage={problem(`fields.${fieldId}.options.${option.id}`)}
                  autoFocus={option.label === ""}
                />
              </div>
              <RowMenu
                name={option.label}
                isFirst={at === 0}
                isLast={at === options.length - 1}
                onStep={(step) => onChange(stepped(options, option.id, step))}
              />
              <IconButton
                icon={deleteIcon}
                size={24}
                label={t("common.removeNamed", { name: option.label })}
                onPress={() => onChange(options.filter((other) => other.id !== option.id))}
              />
            </>
          );
        }}
      </SortableList>
      <div className={styles.under}>
        <Button size={28} variant="ghost" icon={add} onPress={() => onChange([...options, newOption("", options.length)])}>
          {addLabel}
        </Button>
        {problem(`fields.${fieldId}.options`) && (
          <span className={styles.error} role="alert">
            {problem(`fields.${fieldId}.options`)}
          </span>
        )}
      </div>
    </div>
  );
}
