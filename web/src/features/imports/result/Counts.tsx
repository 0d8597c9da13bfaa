import { useFormat, useT } from "../../../lib/i18n.tsx";
import type { RouterOutputs } from "../../../lib/types.ts";
import { Num } from "../../../ui/display/Num.tsx";
import type { ImportTarget } from "../targets/target.ts";
import styles from "../imports.module.css";

type Operation = RouterOutputs["operations"]["get"];

interface CountsProps {
  operation: Pick<Operation, "dryRun" | "created" | "updated" | "skipped" | "failed">;
  words: ImportTarget["words"];
  canUpdate: boolean;
}

/** Number of rows that were or would be created, updated, skipped and rejected. */
export function Counts({ operation, words, canUpdate }: CountsProps) {
  const t = useT();
  const format = useFormat();
  const { dryRun, created, updated, skipped, failed } = operation;
  const counts = [
    { key: "created", label: dryRun ? words.toCreate(created) : words.created(created), count: created },
    ...(updated > 0 || canUpdate
      ? [{ key: "updated", label: t(dryRun ? "imports.toUpdate" : "imports.updated", { count: updated }), count: updated }]
      : []),
    { key: "skipped", label: t("imports.skipped", { count: skipped }), count: skipped },
    { key: "failed", label: t("imports.failed", { count: failed }), count: failed },
  ];
  return (
    <dl className={styles.counts}>
      {counts.map(({ key, label, count }) => (
        <div key={key} className={styles.count} data-kind={key}>
          <dt>{label}</dt>
          <dd>
            <Num>{format.number(count)}</Num>
          </dd>
        </div>
      ))}
    </dl>
  );
}
