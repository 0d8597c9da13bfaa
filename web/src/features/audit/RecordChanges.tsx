import { isDay } from "@kartis/core/cards/fields/day.ts";
import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import arrowRight from "@fluentui/svg-icons/icons/arrow_right_12_regular.svg?icon";
import { RuleSchema } from "@kartis/core/activities/recurrence/schema.ts";
import { wordsOf } from "@kartis/core/activities/recurrence/words.ts";
import type { CardType } from "@kartis/core/cards/schema.ts";
import { isId } from "@kartis/core/kernel/id-form.ts";
import { locales } from "@kartis/i18n/languages.ts";
import type { Translate } from "@kartis/i18n/translate.ts";
import type { ReactNode } from "react";
import { useFormat, useT } from "../../lib/i18n.tsx";
import { Icon } from "../../ui/display/Icon.tsx";
import { Change } from "../cards/card/history/Change.tsx";
import { changesOf } from "../cards/card/history/changes.ts";
import { useCardNames } from "../records/card-names.ts";
import { useNameOf } from "../people/people.ts";
import { fieldOf, useCardTypes } from "../records/card-types.ts";
import { withStepsInWords } from "./automation-steps.ts";
import styles from "./audit.module.css";
import { withDatesByDay } from "./changed-dates.ts";
import type { Named } from "./places.ts";
import { type ValueChange, valueChanges } from "./value-changes.ts";

export interface AuditedChange extends Named {
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
  /** Personal data has been taken out of it. */
  readonly erased: boolean;
}

/** Number of values shown of one change; a card type has hundreds. */
const shownValues = 100;

/** Values before and after: those of a card as its fields display them, others as stored. */
export function RecordChanges({ change }: { change: AuditedChange }) {
  const t = useT();
  const format = useFormat();
  const { types } = useCardTypes();
  const type = change.subject?.kind === "card" ? types?.find(({ id }) => id === change.subject?.typeId) : undefined;
  const inFields = type ? fieldRows(type, change) : [];
  const known = new Set(inFields.map(({ key }) => key));
  const inWords = (values: AuditedChange["before"]) =>
    withDatesByDay(withRuleInWords(without(values, known), t), t("audit.dateRemoved"));
  const told = change.subject?.kind === "automation" ? withStepsInWords(change, t) : change;
  const others = valueChanges(inWords(told.before), inWords(told.after));
  const rows = [
    ...inFields,
    ...others.slice(0, shownValues).map((value) => ({
      key: JSON.stringify(value.path),
      label: value.path.map((step) => t.find(`audit.value.${step}`) ?? (isDay(step) ? format.day(step) : step)).join(" › "),
      content: <Plain change={value} />,
    })),
  ];
  const erased = change.erased && <p className={styles.nothing}>{t("audit.erased")}</p>;
  if (rows.length === 0 && erased) return erased;
  if (rows.length === 0) return <p className={styles.nothing}>{t("audit.nothingChanged")}</p>;
  return (
    <>
      {erased}
      <dl className={styles.values}>
        {rows.map(({ key, label, content }) => (
          <div key={key} className={styles.value}>
            <dt>
              <bdi>{label}</bdi>
            </dt>
            <dd>{content}</dd>
          </div>
        ))}
      </dl>
    </>
  );

  function fieldRows(of: CardType, { before, after }: AuditedChange): { key: string; label: string; content: ReactNode }[] {
    return changesOf({ before, after }).flatMap((one) => {
      const field = fieldOf(of, one.fieldId);
      if (!field) return [];
      // A changed password is mentioned, its values never are.
      const content = fieldTraits[field.type].secret ? t("audit.hidden") : <Change field={field} change={one} />;
      return [{ key: one.fieldId, label: field.label, content }];
    });
  }
}

/** The rule by which a task repeats is read as a sentence, not piece by piece. */
function withRuleInWords(values: AuditedChange["before"], t: Translate): AuditedChange["before"] {
  const rule = RuleSchema.safeParse(values?.["repeat"]);
  return values && rule.success ? { ...values, repeat: wordsOf(rule.data, t, locales[t.language]) } : values;
}

const without = (values: AuditedChange["before"], keys: ReadonlySet<string>) =>
  values && Object.fromEntries(Object.entries(values).filter(([key]) => !keys.has(key)));

/** Values that are names of a list, and where its words are. */
const areas: ReadonlyMap<string, string> = new Map([
  ["operation", "audit.operation"],
  ["purpose", "audit.purpose"],
  ["priority", "tasks.priority"],
  ["repeatOn", "tasks.repeat.on"],
  ["direction", "audit.direction"],
  ["status", "audit.callStatus"],
  ["stopReason", "audit.stopReason"],
]);

function Plain({ change }: { change: ValueChange }) {
  const t = useT();
  const valueText = useValueText();
  const words = areas.get(change.path.join());
  const textOf = (value: unknown) => (words && t.find(`${words}.${String(value)}`)) ?? valueText(value);
  // Created subjects have no values before.
  if (change.before === undefined || change.before === null) return <bdi className={styles.plain}>{textOf(change.after)}</bdi>;
  return (
    <span className={styles.plain}>
      <bdi className={styles.was}>{textOf(change.before)}</bdi>
      <Icon of={arrowRight} flip label={t("cards.history.to")} />
      <bdi>{textOf(change.after)}</bdi>
    </span>
  );
}

/** Any value in words: people and cards by name, days and instants as dates. */
function useValueText(): (value: unknown) => string {
  const t = useT();
  const format = useFormat();
  const personOf = useNameOf();
  const cardOf = useCardNames();
  const { types } = useCardTypes();
  function textOf(value: unknown): string {
    if (value === undefined || value === null || value === "") return t("audit.noValue");
    if (typeof value === "boolean") return t(value ? "audit.yes" : "audit.no");
    if (typeof value === "number") return format.number(value);
    if (typeof value !== "string") {
      return Array.isArray(value) ? format.list(value.map(textOf)) || t("audit.noValue") : JSON.stringify(value);
    }
    if (isId("usr", value)) return personOf(value);
    if (isId("crd", value)) return cardOf(value)?.name ?? value;
    if (isId("typ", value)) return types?.find(({ id }) => id === value)?.pluralName ?? value;
    if (/^\d{4}-\d\d-\d\d$/.test(value)) return format.day(value);
    return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(value) ? format.dateTime(value) : value;
  }
  return textOf;
}
