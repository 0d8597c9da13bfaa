import type { BulkPreview } from "@kartis/core/bulk/schema.ts";
import type { ReactNode } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { changedWords } from "../../operations/changed-words.ts";
import type { ChangedKind } from "../../records/changed-kind.ts";
import styles from "./PreviewOfChange.module.css";

interface CountsProps {
  preview: BulkPreview;
  of: ChangedKind;
  /** The name of a field that a reason is about. */
  labelOf: (fieldId: string | null) => string | undefined;
  /** Further items, after what changes. */
  children?: ReactNode;
}

/** How many would change, how many match already, and how many are left out and why. */
export function Counts({ preview: { changing, same, refused, unchecked = 0, pastGap = 0 }, of, labelOf, children }: CountsProps) {
  const t = useT();
  const words = changedWords[of];
  return (
    <ul className={styles.counts}>
      <li>
        <b>{t(unchecked > 0 ? "changes.press.atLeast" : words.willChange, { count: changing })}</b>
      </li>
      {children}
      {pastGap > 0 && <li>{t("changes.pastGap", { count: pastGap })}</li>}
      {same > 0 && <li>{t(words.same, { count: same })}</li>}
      {refused.map(({ fieldId, message, count, names }) => {
        const label = labelOf(fieldId);
        return (
          <li key={`${fieldId} ${message}`} className={styles.refused}>
            {t(words.left, { count })}: {label && <bdi>{label}, </bdi>}
            {t.find(message) ?? t(words.refused)}
            {names.length > 0 && (
              <span className={styles.names}>
                {" "}
                (<bdi>{names.join(", ")}</bdi>
                {count > names.length && "…"})
              </span>
            )}
          </li>
        );
      })}
      {unchecked > 0 && <li>{t("changes.press.unchecked", { count: unchecked })}</li>}
    </ul>
  );
}
