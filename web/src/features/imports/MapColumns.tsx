import warningIcon from "@fluentui/svg-icons/icons/warning_16_regular.svg?icon";
import type { CardType } from "@kartis/core/cards/schema.ts";
import { Fragment, useState } from "react";
import { useT } from "../../lib/i18n.tsx";
import { Button } from "../../ui/Button.tsx";
import { Icon } from "../../ui/Icon.tsx";
import type { Option } from "../../ui/ListBoxItems.tsx";
import { Select } from "../../ui/Select.tsx";
import { iconOf } from "../cards/fields/icons.ts";
import { fieldTraits } from "../cards/fields/traits.ts";
import type { ChosenFile } from "./ChooseFile.tsx";
import styles from "./imports.module.css";
import { mappingProblem, withField, type ColumnMapping } from "./job.ts";

const skip = "\u0000skip";
const sampleCount = 3;

interface MapColumnsProps {
  type: CardType;
  file: ChosenFile;
  isPending: boolean;
  onBack: () => void;
  onCheck: (mapping: ColumnMapping) => void;
}

/** Which column goes into which field, with what stands in the first rows. */
export function MapColumns({ type, file, isPending, onBack, onCheck }: MapColumnsProps) {
  const t = useT();
  const [mapping, setMapping] = useState(file.mapping);
  const problem = mappingProblem(mapping);
  const unique = type.fields.filter((field) => type.identifiers.includes(field.id));
  const lacksUnique = unique.length > 0 && !unique.some((field) => mapping.some((entry) => entry.fieldId === field.id));
  const options: Option[] = [
    { id: skip, label: t("imports.skipColumn"), node: <span className={styles.quiet}>{t("imports.skipColumn")}</span> },
    ...type.fields
      .filter((field) => !field.internal)
      .map((field) => ({
        id: field.id,
        label: field.label,
        node: (
          <span className={styles.field}>
            <Icon of={iconOf(field.id, fieldTraits[field.type].control)} />
            <bdi>{field.label}</bdi>
          </span>
        ),
      })),
  ];

  return (
    <div className={styles.stack}>
      <p>
        <bdi>{file.name}</bdi>
      </p>
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
            {file.preview.headers.map((header, column) => (
              // Columns have no identity but their place: two may have the same header.
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={column}>
                <th scope="row">
                  <bdi>{header || t("imports.columnNumber", { number: column + 1 })}</bdi>
                </th>
                <td className={styles.samples}>
                  {file.preview.rows.slice(0, sampleCount).map((row, index) => (
                    // oxlint-disable-next-line react/no-array-index-key
                    <Fragment key={index}>
                      {index > 0 && <span className={styles.dot}>·</span>}
                      <bdi>{row[column]}</bdi>
                    </Fragment>
                  ))}
                </td>
                <td className={styles.target}>
                  <Select
                    aria-label={t("imports.fieldFor", { name: header })}
                    size={28}
                    options={options}
                    value={mapping.find((entry) => entry.column === column)?.fieldId ?? skip}
                    onChange={(fieldId) => setMapping(withField(mapping, column, fieldId === skip ? null : fieldId))}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {problem && (
        <p className={styles.error} role="alert">
          {t(problem)}
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
          onPress={() => onCheck(mapping)}
        >
          {t("imports.check")}
        </Button>
      </div>
    </div>
  );
}
