import type { Operation } from "@kartis/core/operations/schema.ts";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { Num } from "../../../ui/display/Num.tsx";
import { fieldOf } from "../../records/card-types.ts";
import styles from "../imports.module.css";
import { RejectReason } from "./RejectReason.tsx";
import type { ImportTarget } from "../targets/target.ts";

/** The rows that cannot be taken. */
export function Errors({ target, errors, failed }: { target: ImportTarget; errors: Operation["errors"]; failed: number }) {
  const t = useT();
  const caption = errors.length < failed ? t("imports.firstErrors", { count: errors.length }) : t("imports.errors");
  return <CellTable target={target} cells={errors} caption={caption} reason={t("imports.reason")} />;
}

/** The cells that were not taken quite as they stand in the file. */
export function Alterations({ target, operation: { alterations, altered } }: { target: ImportTarget; operation: Operation }) {
  const t = useT();
  return (
    <CellTable
      target={target}
      cells={alterations}
      caption={t("imports.altered", { count: altered })}
      reason={t("imports.altered.what")}
    />
  );
}

interface CellTableProps {
  target: ImportTarget;
  cells: readonly {
    readonly line: number;
    readonly fieldId: string | null;
    readonly value: string;
    readonly part?: string;
    readonly message: string;
  }[];
  caption: string;
  /** Header of the last column. */
  reason: string;
}

/** Line of the file, field, what stands there, and what of it. */
function CellTable({ target, cells, caption, reason }: CellTableProps) {
  const t = useT();
  const format = useFormat();
  if (cells.length === 0) return null;
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption className={styles.caption}>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t("imports.line")}</th>
            <th scope="col">{t("imports.field")}</th>
            <th scope="col">{t("imports.value")}</th>
            <th scope="col">{reason}</th>
          </tr>
        </thead>
        <tbody>
          {cells.map((cell, index) => (
            // A line may have several.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={`${cell.line}:${index}`}>
              <td>
                <Num>{format.number(cell.line)}</Num>
              </td>
              <td>
                <bdi>{(cell.fieldId && fieldOf(target, cell.fieldId)?.label) ?? ""}</bdi>
              </td>
              <td className={styles.samples}>
                <bdi>{cell.value}</bdi>
              </td>
              <td>
                <RejectReason message={cell.message} part={cell.part} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
