import type { CheckedRow } from "@kartis/core/imports/schema.ts";
import type { Reject } from "@kartis/core/operations/schema.ts";
import type { KeyboardEvent } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { Hidden } from "../../../ui/display/Num.tsx";
import styles from "../imports.module.css";
import type { ImportJob } from "../job.ts";
import type { ImportTarget } from "../targets/target.ts";
import { FixLine } from "./FixLine.tsx";
import { useRowChecks } from "./useRowChecks.ts";

interface FixRowsProps {
  target: ImportTarget;
  job: ImportJob;
  errors: readonly Reject[];
  /** Total number of rejected rows; the first ones are shown. */
  refused: number;
  onChange: (job: ImportJob) => void;
  /** Results of the corrected rows. */
  checked: ReadonlyMap<number, CheckedRow>;
  onChecked: (row: CheckedRow) => void;
}

/** The rows that cannot be taken as they are: each wrong cell can be put right here, and is checked at once together with its row. */
export function FixRows({ target, job, errors, refused, onChange, checked, onChecked }: FixRowsProps) {
  const t = useT();
  const checks = useRowChecks(target, job, onChecked);
  if (errors.length === 0) return null;
  const rows = [...Map.groupBy(errors, ({ line }) => line)];
  return (
    <div className={styles.stack}>
      <p className={styles.quiet}>{t("imports.fixHint")}</p>
      <Hidden>
        <span role="status">{rows.some(([line]) => checks.isRunning(line)) ? t("imports.checkingRow") : ""}</span>
      </Hidden>
      <div className={styles.scroll}>
        {/* The arrows and Enter go from cell to cell, as in a spreadsheet; each cell has its own control. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <table className={`${styles.table} ${styles.fix}`} onKeyDown={walk}>
          <caption className={styles.caption}>
            {rows.length < refused ? t("imports.firstErrors", { count: rows.length }) : t("imports.errors")}
          </caption>
          <thead>
            <tr>
              <th scope="col">{t("imports.line")}</th>
              <th scope="col">{t("imports.field")}</th>
              <th scope="col">{t("imports.value")}</th>
              <th scope="col">{t("imports.reason")}</th>
              <th scope="col">{t("imports.leaveOut")}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([line, reported]) => (
              <FixLine
                key={line}
                target={target}
                job={job}
                line={line}
                reported={reported}
                checked={checked.get(line)}
                checks={checks}
                onChange={onChange}
              />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** Enter and the arrows up and down go to the next cell that can be put right. */
function walk(event: KeyboardEvent<HTMLTableElement>): void {
  const { target, currentTarget, key } = event;
  if (!(target instanceof HTMLInputElement) || target.type !== "text" || !["Enter", "ArrowDown", "ArrowUp"].includes(key)) return;
  const inputs = [...currentTarget.querySelectorAll<HTMLInputElement>("input:not([type=checkbox]):not([disabled])")];
  const next = inputs[inputs.indexOf(target) + (key === "ArrowUp" ? -1 : 1)];
  event.preventDefault();
  if (next) {
    next.focus();
    next.select();
  } else target.blur();
}
