import { isSingleChoice } from "@kartis/core/cards/fields/field.ts";
import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import checkIcon from "@fluentui/svg-icons/icons/checkmark_16_regular.svg?icon";
import type { Field } from "@kartis/core/cards/schema.ts";
import type { CheckedRow, Correction } from "@kartis/core/imports/schema.ts";
import type { Reject } from "@kartis/core/operations/schema.ts";
import { type KeyboardEvent, useState } from "react";
import { client } from "../../lib/api.ts";
import { reportFailure } from "../../lib/failures.ts";
import { useFormat, useT } from "../../lib/i18n.tsx";
import { Button } from "../../ui/actions/Button.tsx";
import { Checkbox } from "../../ui/inputs/Checkbox.tsx";
import { Icon } from "../../ui/display/Icon.tsx";
import { Hidden, Num } from "../../ui/display/Num.tsx";
import { Select } from "../../ui/inputs/Select.tsx";
import { TextField } from "../../ui/inputs/TextField.tsx";
import { useMembers } from "../cards/members.tsx";
import { fieldOf } from "../cards/types.ts";
import styles from "./imports.module.css";
import { type ImportJob, settingsInput, withCorrection } from "./job.ts";
import { RejectReason } from "./RejectReason.tsx";
import type { ImportTarget } from "./targets/target.ts";

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
  const format = useFormat();
  const [unchecked, setUnchecked] = useState<ReadonlySet<number>>(new Set());
  // How many checks of each row are on their way.
  const [running, setRunning] = useState<ReadonlyMap<number, number>>(new Map());
  if (errors.length === 0) return null;
  const rows = [...Map.groupBy(errors, ({ line }) => line)];

  const isRunning = (line: number) => (running.get(line) ?? 0) > 0;
  const columnOf = (fieldId: string) => job.mapping.find((entry) => entry.fieldId === fieldId)?.column;

  function correct(correction: Correction, cells: readonly string[]) {
    const corrections = withCorrection(job.corrections, correction);
    onChange({ ...job, corrections });
    check(correction.line, corrections, cells);
  }

  /** A row of which nothing was heard stays marked, and can be checked again. */
  function check(line: number, corrections: readonly Correction[], cells: readonly string[]) {
    const markUnchecked = (isUnchecked: boolean) =>
      setUnchecked((before) => {
        const after = new Set(before);
        if (isUnchecked) after.add(line);
        else after.delete(line);
        return after;
      });
    const mended = job.mapping.map(
      ({ column }, at) => corrections.find((other) => other.line === line && other.column === column)?.value ?? cells[at] ?? "",
    );
    const count = (by: 1 | -1) => setRunning((before) => new Map(before).set(line, (before.get(line) ?? 0) + by));
    count(1);
    client.imports.checkRows
      .query({
        typeId: target.id,
        ...(target.timeZone ? { timeZone: target.timeZone } : {}),
        ...settingsInput(job),
        rows: [{ line, cells: mended }],
      })
      .then(([row]) => {
        markUnchecked(false);
        if (row) onChecked(row);
      })
      .catch((failure: unknown) => {
        markUnchecked(true);
        reportFailure(failure);
      })
      .finally(() => count(-1));
  }

  return (
    <div className={styles.stack}>
      <p className={styles.quiet}>{t("imports.fixHint")}</p>
      <Hidden>
        <span role="status">{rows.some(([line]) => isRunning(line)) ? t("imports.checkingRow") : ""}</span>
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
            {rows.map(([line, reported]) => {
              const cells = reported.find((error) => error.cells)?.cells;
              const now = checked.get(line);
              const isLeftOut = job.skipLines.includes(line);
              const wrong = now?.errors ?? reported;
              // Corrected rows stay in place, so that they can be seen and changed again.
              const places = [...new Set([...reported, ...wrong].map(({ fieldId }) => fieldId))];
              return places.map((fieldId, index) => {
                const field = fieldId === null ? undefined : fieldOf(target, fieldId);
                const column = fieldId === null ? undefined : columnOf(fieldId);
                const error = wrong.find((other) => other.fieldId === fieldId);
                const at = job.mapping.findIndex((entry) => entry.column === column);
                const value =
                  job.corrections.find((other) => other.line === line && other.column === column)?.value ??
                  cells?.[at] ??
                  reported.find((other) => other.fieldId === fieldId)?.value ??
                  "";
                const isFixed = now !== undefined && now.outcome !== "refused";
                return (
                  <tr key={`${line}:${fieldId ?? ""}`} data-left-out={isLeftOut || undefined}>
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
                        <Cell
                          label={t("imports.valueOf", { label: field.label, line: format.number(line) })}
                          field={field}
                          value={value}
                          isWrong={error !== undefined}
                          isDisabled={isLeftOut}
                          onCommit={(text) => correct({ line, column, value: text }, cells)}
                        />
                      ) : (
                        <bdi>{value}</bdi>
                      )}
                    </td>
                    <td className={styles.reason}>
                      {isRunning(line) ? (
                        <span className={styles.quiet}>{t("imports.checkingRow")}</span>
                      ) : unchecked.has(line) &&
                        cells &&
                        column !== undefined &&
                        job.corrections.some((other) => other.line === line && other.column === column) ? (
                        <span className={styles.unchecked}>
                          {t("imports.notChecked")}
                          <Button size={24} onPress={() => check(line, job.corrections, cells)}>
                            {t("common.tryAgain")}
                          </Button>
                        </span>
                      ) : error ? (
                        <RejectReason message={error.message} part={error.part} />
                      ) : (
                        <span className={styles.fixed}>
                          <Icon of={checkIcon} />
                          {isFixed && now ? t(`imports.willBe.${now.outcome}`) : ""}
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
            })}
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

interface CellProps {
  label: string;
  field: Field;
  value: string;
  isWrong: boolean;
  isDisabled: boolean;
  onCommit: (text: string) => void;
}

/** One cell: a choice where the field has choices, else text, taken when it is left. */
function Cell({ label, field, value, isWrong, isDisabled, onCommit }: CellProps) {
  const members = useMembers();
  const [text, setText] = useState(value);
  const traits = fieldTraits[field.type];
  if (isSingleChoice(traits)) {
    const options =
      traits.choices === "people"
        ? members.map(({ userId, name }) => ({ id: userId, label: name }))
        : field.options.map((option) => ({ id: option.label, label: option.label }));
    return (
      <Select
        aria-label={label}
        size={28}
        isDisabled={isDisabled}
        options={options}
        value={options.some(({ id }) => id === value) ? value : null}
        placeholder={value}
        onChange={onCommit}
      />
    );
  }
  return (
    <TextField
      aria-label={label}
      size={28}
      value={text}
      isDisabled={isDisabled}
      data-wrong={isWrong || undefined}
      autoComplete="off"
      onChange={setText}
      onBlur={() => text !== value && onCommit(text)}
    />
  );
}
