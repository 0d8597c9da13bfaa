import type { CardType } from "@kartis/core/cards/schema.ts";
import type { SavedView } from "@kartis/core/views/schema.ts";
import { useT } from "../../lib/i18n.tsx";
import { Select } from "../../ui/inputs/Select.tsx";
import styles from "./dashboard.module.css";
import { type Shown, sumsOf } from "./useDashboard.ts";

interface ChoicesProps {
  shown: Shown;
  types: readonly CardType[];
  views: readonly SavedView[];
  onChange: (next: Shown) => void;
}

/** Choice of the card type, the saved view that filters it, and the field that is summed. */
export function Choices({ shown, types, views, onChange }: ChoicesProps) {
  const t = useT();
  const { type, view, sum } = shown;
  const sums = sumsOf(type);
  const all = "all";
  return (
    <div className={styles.choices}>
      <Select
        aria-label={t("dashboard.type")}
        size={28}
        options={types.map(({ id, pluralName }) => ({ id, label: pluralName }))}
        value={type.id}
        onChange={(id) => {
          const next = types.find((one) => one.id === id);
          if (next && next !== type) onChange({ type: next, view: undefined, sum: sumsOf(next)[0] });
        }}
      />
      {views.length > 0 && (
        <Select
          aria-label={t("dashboard.view")}
          size={28}
          options={[{ id: all, label: t("dashboard.allOf") }, ...views.map(({ id, name }) => ({ id, label: name }))]}
          value={view?.id ?? all}
          onChange={(id) => onChange({ type, view: views.find((one) => one.id === id), sum })}
        />
      )}
      {sums.length > 0 && (
        <Select
          aria-label={t("dashboard.measure")}
          size={28}
          options={[{ id: all, label: t("dashboard.count") }, ...sums.map(({ id, label }) => ({ id, label }))]}
          value={sum?.id ?? all}
          onChange={(id) => onChange({ type, view, sum: sums.find((field) => field.id === id) })}
        />
      )}
    </div>
  );
}
