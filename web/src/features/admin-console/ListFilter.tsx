import { listFields, planTypes } from "@kartis/core/admin-console/rules.ts";
import { useT } from "../../lib/i18n.tsx";
import { Button } from "../../ui/actions/Button.tsx";
import { DatePicker } from "../../ui/inputs/DateField.tsx";
import { NumberField } from "../../ui/inputs/NumberField.tsx";
import { Select } from "../../ui/inputs/Select.tsx";
import { TextField } from "../../ui/inputs/TextField.tsx";
import styles from "./admin-console.module.css";
import { type ConsoleSearch, isDay } from "./search.ts";

const none = "none";

interface ListFilterProps {
  search: ConsoleSearch;
  onChange: (search: ConsoleSearch) => void;
}

/** One field at a time: choosing another lets go of what the one before was filtered by. */
export function ListFilter({ search, onChange }: ListFilterProps) {
  const t = useT();
  const { by, sort, dir } = search;
  const order = { ...(sort ? { sort } : {}), ...(dir ? { dir } : {}) };
  return (
    <div className={styles.filters} role="search" aria-label={t("admin.filterBy")}>
      <Select
        aria-label={t("admin.filterBy")}
        size={28}
        options={[
          { id: none, label: t("admin.noFilter") },
          ...listFields.map((field) => ({ id: field, label: t(`admin.column.${field}`) })),
        ]}
        value={by ?? none}
        onChange={(chosen) => {
          const field = listFields.find((one) => one === chosen);
          onChange(field ? { ...order, by: field } : order);
        }}
      />
      <Value search={search} onChange={onChange} />
      {by && (
        <Button size={28} variant="ghost" onPress={() => onChange(order)}>
          {t("admin.clear")}
        </Button>
      )}
    </div>
  );
}

function Value({ search, onChange }: ListFilterProps) {
  const t = useT();
  const { by, text = "", plan, min, max } = search;
  const set = (patch: Partial<Record<"text" | "plan" | "min" | "max", string | undefined>>) => {
    const next = Object.entries({ ...search, ...patch }).filter(([, value]) => value !== undefined && value !== "");
    onChange(Object.fromEntries(next));
  };
  switch (by) {
    case undefined:
      return null;
    case "name":
      return (
        <TextField
          size={28}
          aria-label={t("admin.contains")}
          placeholder={t("admin.contains")}
          value={text}
          onChange={(typed) => set({ text: typed })}
        />
      );
    case "plan":
      return (
        <Select
          aria-label={t("admin.column.plan")}
          size={28}
          options={planTypes.map((type) => ({ id: type, label: t(`plans.type.${type}`) }))}
          value={plan ?? null}
          onChange={(chosen) => set({ plan: chosen })}
        />
      );
    case "users":
      return (["min", "max"] as const).map((bound) => (
        <NumberField
          key={bound}
          size={28}
          minValue={0}
          aria-label={t(`admin.${bound}`)}
          placeholder={t(`admin.${bound}`)}
          value={search[bound] === undefined ? null : Number(search[bound])}
          onChange={(value) => set({ [bound]: value === null ? undefined : String(value) })}
        />
      ));
    case "createdAt":
    case "lastActiveAt":
    case "planEndsAt":
      return (
        <>
          <span className={styles.caption} aria-hidden="true">
            {t("admin.from")}
          </span>
          <DatePicker
            aria-label={t("admin.from")}
            size={28}
            value={isDay(min) ? min : null}
            onChange={(day) => set({ min: day ?? undefined })}
          />
          <span className={styles.caption} aria-hidden="true">
            {t("admin.until")}
          </span>
          <DatePicker
            aria-label={t("admin.until")}
            size={28}
            value={isDay(max) ? max : null}
            onChange={(day) => set({ max: day ?? undefined })}
          />
        </>
      );
  }
}
