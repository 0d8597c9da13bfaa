import checkIcon from "@fluentui/svg-icons/icons/checkmark_16_regular.svg?icon";
import type { CheckedRow } from "@kartis/core/imports/schema.ts";
import type { Reject } from "@kartis/core/operations/schema.ts";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import { Num } from "../../../ui/display/Num.tsx";
import { Checkbox } from "../../../ui/inputs/Checkbox.tsx";
import { fieldOf } from "../../records/card-types.ts";
import styles from "../imports.module.css";
import { type ImportJob, withCorrection } from "../job.ts";
import { RejectReason } from "../result/RejectReason.tsx";
import type { ImportTarget } from "../targets/target.ts";
import { FixCell } from "./FixCell.tsx";
import type { RowChecks } from "./useRowChecks.ts";

interface FixLineProps {
  target: ImportTarget;
  job: ImportJob;
  line: number;
  /** What was wrong with the row when the file was checked. */
  reported: readonly Reject[];
  /** The result of its last check since, if it was corrected. */
  checked: CheckedRow | undefined;
  checks: RowChecks;
  onChange: (job: ImportJob) => void;
}

/** A row of the file that cannot be taken as it is: a row of the table for each of its wrong cells. */
export function FixLine({ target, job, line, reported, checked, checks, onChange }: FixLineProps) {
  const t = useT();
  const format = useFormat();
  const cells = reported.find((error) => error.cells)?.cells;
  const isLeftOut = job.skipLines.includes(line);
  const wrong = checked?.errors ?? reported;
  // Corrected rows stay in place, so that they can be seen and changed again.
  const places = [...new Set([...reported, ...wrong].map(({ fieldId }) => fieldId))];

  function correct(column: number, value: string) {
    const corrections = withCorrection(job.corrections, { line, column, value });
    onChange({ ...job, corrections });
    checks.check(line, corrections, cells ?? []);
  }

  return places.map((fieldId, index) => {
    const field = fieldId === null ? undefined : fieldOf(target, fieldId);
    const at = job.mapping.findIndex((entry) => fieldId !== null && entry.fieldId === fieldId);
    const column = job.mapping[at]?.column;
    const error = wrong.find((other) => other.fieldId === fieldId);
    const correction = job.corrections.find((other) => other.line === line && other.column === column);
    const value = correction?.value ?? cells?.[at] ?? reported.find((other) => other.fieldId === fieldId)?.value ?? "";
    return (
      <tr key={fieldId ?? ""} data-left-out={isLeftOut || undefined}>
        {index === 0 && (
          <td rowSpan={places.length} data-line={t("imports.line")}>
            <Num>{format.number(line)}</Num>
          </td>
        )}
        <td>
          <bdi>{field?.label}</bdi>
        </td>
        <td className={styles.samples}>
          {field && column !== undefined && cells ? (
            <FixCell
              label={t("imports.valueOf", { label: field.label, line: format.number(line) })}
              field={field}
              value={value}
              isWrong={error !== undefined}
              isDisabled={isLeftOut}
              onCommit={(text) => correct(column, text)}
            />
          ) : (
            <bdi>{value}</bdi>
          )}
        </td>
        <td className={styles.reason}>
          {checks.isRunning(line) ? (
            <span className={styles.quiet}>{t("imports.checkingRow")}</span>
          ) : checks.isUnchecked(line) && cells && correction ? (
            <span className={styles.unchecked}>
              {t("imports.notChecked")}
              <Button size={24} onPress={() => checks.check(line, job.corrections, cells)}>
                {t("common.tryAgain")}
              </Button>
            </span>
          ) : error ? (
            <RejectReason message={error.message} part={error.part} />
          ) : (
            <span className={styles.fixed}>
              <Icon of={checkIcon} />
              {checked && checked.outcome !== "refused" ? t(`imports.willBe.${checked.outcome}`) : ""}
            </span>
          )}
        </td>
        {index === 0 && (
          <td rowSpan={places.length} data-label={t("imports.leaveOut")}>
            <Checkbox
              aria-label={t("imports.leaveOutLine", { line: format.number(line) })}
              isSelected={isLeftOut}
              onChange={(isSelected) =>
                onChange({
                  ...job,
                  skipLines: isSelected ? [...job.skipLines, line] : job.skipLines.filter((other) => other !== line),
                })
              }
            />
          </td>
        )}
      </tr>
    );
  });
}
