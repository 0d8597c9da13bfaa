import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import warningIcon from "@fluentui/svg-icons/icons/warning_16_regular.svg?icon";
import type { Encoding } from "@kartis/core/imports/dialect.ts";
import { dayOrderOf, dayOrders, usualDayOrder } from "@kartis/core/kernel/local-times.ts";
import { problemOf } from "@kartis/core/imports/rules.ts";
import { Fragment, useState } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import type { Option } from "../../../ui/collections/ListBoxItems.tsx";
import { Select } from "../../../ui/inputs/Select.tsx";
import { iconOf } from "../../fields/screens.ts";
import { useRegion } from "../../../lib/organization.ts";
import { validationMessage } from "../../fields/validation.ts";
import type { ChosenFile } from "../ChooseFile.tsx";
import styles from "../imports.module.css";
import { settingsInput, type Settings, withField } from "../job.ts";
import { MatchSettings, usualMatch } from "./MatchSettings.tsx";
import type { ImportTarget } from "../targets/target.ts";

const skip = "\u0000skip";
const sampleCount = 3;

const automatic = "auto";
const encodingNames = {
  "utf-8": "UTF-8",
  "windows-1255": "Windows-1255",
  "windows-1250": "Windows-1250",
  "windows-1251": "Windows-1251",
  "windows-1252": "Windows-1252",
} as const;
const offeredEncodings = ["utf-8", "windows-1255", "windows-1250", "windows-1251", "windows-1252"] as const;

interface MapColumnsProps {
  target: ImportTarget;
  file: ChosenFile;
  isPending: boolean;
  onBack: () => void;
  /** Decodes the file with another encoding; undefined detects it. */
  onEncoding: (encoding: Encoding | undefined) => void;
  onCheck: (settings: Settings) => void;
}

/** Mapping of columns to fields, with the first rows as samples. */
export function MapColumns({ target, file, isPending, onBack, onEncoding, onCheck }: MapColumnsProps) {
  const t = useT();
  const region = useRegion();
  const [settings, setSettings] = useState(() => withDayOrders(target, file, region, file.settings));
  const { mapping } = settings;
  const problem = problemOf(target, settingsInput(settings));
  const unique = target.fields.filter((field) => target.identifiers.includes(field.id));
  const lacksUnique = unique.length > 0 && !unique.some((field) => mapping.some((entry) => entry.fieldId === field.id));
  const options: Option[] = [
    { id: skip, label: t("imports.skipColumn"), node: <span className={styles.quiet}>{t("imports.skipColumn")}</span> },
    ...target.fields
      .filter((field) => !field.internal)
      .map((field) => ({
        id: field.id,
        label: field.label,
        node: (
          <span className={styles.field}>
            <Icon of={iconOf(field.id, field.type)} />
            <bdi>{field.label}</bdi>
          </span>
        ),
      })),
  ];

  function choose(column: number, fieldId: string | null) {
    const chosen = withDayOrders(target, file, region, { ...settings, mapping: withField(mapping, column, fieldId) });
    const isMapped = chosen.mapping.some((entry) => entry.fieldId !== null && entry.fieldId === chosen.matchFieldId);
    setSettings(isMapped ? chosen : { ...chosen, matchFieldId: usualMatch(target, chosen) });
  }

  return (
    <div className={styles.stack}>
      <p>
        <bdi>{file.name}</bdi>
      </p>
      <div className={styles.encoding}>
        <Select
          label={t("imports.encoding")}
          description={t("imports.encoding.hint")}
          options={[
            { id: automatic, label: t("imports.encoding.auto") },
            ...offeredEncodings.map((id) => ({ id, label: encodingNames[id] })),
          ]}
          value={file.encoding ?? automatic}
          onChange={(id) => onEncoding(offeredEncodings.find((encoding) => encoding === id))}
        />
      </div>
      {file.remembered && <p className={styles.quiet}>{t("imports.remembered")}</p>}
      <div className={styles.scroll}>
        <table className={`${styles.table} ${styles.mapping}`}>
          <thead>
            <tr>
              <th scope="col">{t("imports.column")}</th>
              <th scope="col">{t("imports.samples")}</th>
              <th scope="col">{t("imports.field")}</th>
            </tr>
          </thead>
          <tbody>
            {file.preview.headers.map((header, column) => {
              const entry = mapping.find((other) => other.column === column);
              return (
                // Columns have no identity but their place: two may have the same header.
                // oxlint-disable-next-line react/no-array-index-key
                <tr key={column}>
                  <th scope="row">
                    <bdi>{header || t("imports.columnNumber", { number: column + 1 })}</bdi>
                  </th>
                  <td className={styles.samples}>
                    {samplesOf(file, column)
                      .filter((sample) => sample.trim() !== "")
                      .slice(0, sampleCount)
                      .map((sample, index) => (
                        // oxlint-disable-next-line react/no-array-index-key
                        <Fragment key={index}>
                          {index > 0 && <span className={styles.dot}>·</span>}
                          <bdi>{sample}</bdi>
                        </Fragment>
                      ))}
                  </td>
                  <td className={styles.target}>
                    <Select
                      aria-label={t("imports.fieldFor", { name: header })}
                      size={28}
                      options={options}
                      value={entry?.fieldId ?? skip}
                      onChange={(fieldId) => choose(column, fieldId === skip ? null : fieldId)}
                    />
                    {entry?.dayOrder && isAmbiguous(file, column) && (
                      <Select
                        aria-label={t("imports.dayOrder", { name: header })}
                        size={28}
                        options={dayOrders.map((id) => ({ id, label: t(`imports.dayOrder.${id}`) }))}
                        value={entry.dayOrder}
                        onChange={(id) => {
                          const dayOrder = dayOrders.find((order) => order === id);
                          if (!dayOrder) return;
                          const changed = mapping.map((other) => (other.column === column ? { ...other, dayOrder } : other));
                          setSettings({ ...settings, mapping: changed });
                        }}
                      />
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {!target.onlyNew && <MatchSettings target={target} settings={settings} onChange={setSettings} />}
      {problem && (
        <p className={styles.error} role="alert">
          {validationMessage(t, problem)}
        </p>
      )}
      {!problem && lacksUnique && (
        <p className={styles.warning} role="status">
          <Icon of={warningIcon} />
          {t("imports.uniqueRecommended", { names: unique.map((field) => field.label).join(", ") })}
        </p>
      )}
      <div className={styles.actions}>
        <Button size={32} onPress={onBack}>
          {t("common.back")}
        </Button>
        <Button
          size={32}
          variant="primary"
          isDisabled={problem !== undefined}
          isPending={isPending}
          onPress={() => onCheck(settings)}
        >
          {t("imports.check")}
        </Button>
      </div>
    </div>
  );
}

const samplesOf = (file: ChosenFile, column: number): string[] => file.preview.rows.map((row) => row[column] ?? "");
/** The days that the preview has can be read both ways, so a person has to say. */
const isAmbiguous = (file: ChosenFile, column: number): boolean => dayOrderOf(samplesOf(file, column)) === "either";

/** Date columns get the day order their values imply, else the one that was chosen before, else the organization's country's. */
function withDayOrders(target: ImportTarget, file: ChosenFile, region: string, settings: Settings): Settings {
  const mapping = settings.mapping.map((entry) => {
    const field = target.fields.find(({ id }) => id === entry.fieldId);
    const moment = field && fieldTraits[field.type].moment;
    if (moment !== "day" && moment !== "instant") return { column: entry.column, fieldId: entry.fieldId };
    const implied = dayOrderOf(samplesOf(file, entry.column));
    if (implied === null) return { column: entry.column, fieldId: entry.fieldId };
    return { ...entry, dayOrder: implied === "either" ? (entry.dayOrder ?? usualDayOrder(region)) : implied };
  });
  return { ...settings, mapping };
}
