import type { BulkPreview } from "@kartis/core/bulk/schema.ts";
import type { Field } from "@kartis/core/cards/schema.ts";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { Change } from "../card/history/Change.tsx";
import { changesOf } from "../card/history/changes.ts";
import { fieldOf } from "../../records/card-types.ts";
import { changedWords } from "../../operations/changed-words.ts";
import type { ChangedKind } from "../../records/changed-kind.ts";
import { Counts } from "./Counts.tsx";
import styles from "./PreviewOfChange.module.css";

export interface PreviewOfChangeProps {
  preview: BulkPreview;
  of?: ChangedKind;
  /** The fields of what would change, by the type that its examples name. */
  types: readonly { readonly id: string; readonly fields: readonly Field[] }[];
}

/** Counts of cards that would and would not change, the reasons, and examples with values before and after. */
export function PreviewOfChange({ preview, of = "cards", types }: PreviewOfChangeProps) {
  const t = useT();
  const format = useFormat();
  const words = changedWords[of];
  const { changing, examples } = preview;
  const labelOf = (fieldId: string | null) => types.flatMap((type) => type.fields).find((field) => field.id === fieldId)?.label;
  return (
    <div className={styles.preview}>
      <Counts preview={preview} of={of} labelOf={labelOf} />
      {examples.length > 0 && (
        // Scrollable content must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className={styles.scroll} tabIndex={0} role="region" aria-label={t("changes.preview")}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t(words.one)}</th>
                <th scope="col">{t("changes.field")}</th>
                <th scope="col">{t("changes.beforeAfter")}</th>
              </tr>
            </thead>
            <tbody>
              {examples.flatMap((example) => {
                const type = types.find(({ id }) => id === example.typeId);
                return changesOf(example).flatMap((change, index) => {
                  const field = type && fieldOf(type, change.fieldId);
                  if (!field) return [];
                  return [
                    <tr key={`${example.id} ${change.fieldId}`}>
                      <th scope="row">{index === 0 && <bdi>{example.name}</bdi>}</th>
                      <td>
                        <bdi>{field.label}</bdi>
                      </td>
                      <td>
                        <Change field={field} change={change} />
                      </td>
                    </tr>,
                  ];
                });
              })}
            </tbody>
          </table>
        </div>
      )}
      {changing > examples.length && (
        <p className={styles.more}>{t(words.firstOf, { shown: format.number(examples.length), count: changing })}</p>
      )}
    </div>
  );
}
