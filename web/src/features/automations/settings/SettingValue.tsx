import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import { type Duration, timeUnits } from "@kartis/core/automations/actions/definition.ts";
import type { Condition, Filter } from "@kartis/core/cards/query/schema.ts";
import type { CardType, Field } from "@kartis/core/cards/schema.ts";
import { isId } from "@kartis/core/kernel/id-form.ts";
import { useQuery } from "@tanstack/react-query";
import { Fragment, type ReactNode } from "react";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { useCan } from "../../../lib/permissions.ts";
import { Display } from "../../fields/display/Display.tsx";
import { valuesOf } from "../../cards/filters/conditions.ts";
import { wordOf } from "../../cards/filters/FilterChip.tsx";
import { useValueText } from "../../cards/filters/useValueText.ts";
import { useNameOf } from "../../people/people.ts";
import { fieldOf, useCardTypes } from "../../records/card-types.ts";
import { rolesOptions } from "../../roles/roles.ts";
import { useConditionFields } from "../words/fields.ts";
import { Bits } from "../words/phrase.tsx";
import { useWords } from "../words/useWords.ts";
import type { Setting } from "./settings.ts";
import styles from "./settings.module.css";

interface SettingValueProps {
  setting: Setting;
  /** The step's other settings, which determine how the value is shown. */
  among: readonly Setting[];
  /** The automation's card type; undefined once it has been deleted. */
  type: CardType | undefined;
}

/** A setting's value as text: people, fields and options by their names. */
export function SettingValue({ setting: { name, value }, among, type }: SettingValueProps) {
  const t = useT();
  const { types } = useCardTypes();
  const valueOf = (other: string) => among.find((one) => one.name === other)?.value;
  const fieldNamed = (fieldId: unknown, of: CardType | undefined) =>
    of && typeof fieldId === "string" ? fieldOf(of, fieldId) : undefined;
  const relatedTypeId = valueOf("relatedTypeId");
  const filtered = relatedTypeId === undefined ? type : types?.find(({ id }) => id === relatedTypeId);
  if (name === "filter") return <FilterWords filter={value as Filter} type={filtered} />; // as the schema has it
  if (name === "value") {
    const field = fieldNamed(valueOf("fieldId"), type);
    return field ? <FieldValue field={field} value={value} /> : t("automationRuns.value.deletedField");
  }
  if (name === "fields" && typeof value === "object" && value !== null) {
    const of = types?.find(({ id }) => id === valueOf("typeId"));
    return Object.entries(value).map(([fieldId, inner]) => {
      const field = fieldNamed(fieldId, of);
      return (
        <span key={fieldId} className={styles.line}>
          <bdi className={styles.chip}>{field?.label ?? t("automationRuns.value.deletedField")}</bdi>
          {field && <FieldValue field={field} value={inner} />}
        </span>
      );
    });
  }
  if (/fieldId$/i.test(name))
    return <bdi className={styles.chip}>{fieldNamed(value, type)?.label ?? t("automationRuns.value.deletedField")}</bdi>;
  if (name === "templateId" && typeof value === "string") return <TemplateName id={value} typeId={type?.id ?? ""} />;
  if (typeof value === "string" && value.includes("{{")) return <TemplateText text={value} typeId={type?.id ?? ""} />;
  return <Plain name={name} value={value} status={type && fieldOf(type, "status")} />;
}

function TemplateName({ id, typeId }: { id: string; typeId: string }) {
  const words = useWords(typeId);
  return <Bits bits={[words.template(id)]} />;
}

/** A template with its variables shown by name, as in the builder. */
function TemplateText({ text, typeId }: { text: string; typeId: string }) {
  const words = useWords(typeId);
  return (
    <span className={styles.text}>
      <Bits bits={[words.text(text)]} />
    </span>
  );
}

const FieldValue = ({ field, value }: { field: Field; value: unknown }) =>
  fieldTraits[field.type].secret ? null : <Display field={field} value={value} place="cell" />;

function Plain({ name, value, status }: { name: string; value: unknown; status: Field | undefined }): ReactNode {
  const t = useT();
  const format = useFormat();
  const nameOf = useNameOf();
  const { types } = useCardTypes();
  const can = useCan();
  const roles = useQuery({ ...rolesOptions(), enabled: name === "roleIds" && can(["ROLES", "read"]) }).data ?? [];
  function textOf(one: unknown): string {
    if (one === null || one === undefined || one === "") return t("automationRuns.value.none");
    if (typeof one === "boolean") return t(one ? "automationRuns.value.yes" : "automationRuns.value.no");
    if (isDuration(one)) {
      const duration = durationWords(one, format);
      return name === "wait" || name === "period" ? duration : t("automationRuns.value.later", { duration });
    }
    if (typeof one === "number" && name === "weekdays") return weekdayName(one, format.locale);
    if (typeof one === "number")
      return name === "minutes" || name === "reminder" ? format.unit(one, "minute") : format.number(one);
    // A header of a webhook, or a value that it sends or that its answer has.
    if (typeof one === "object" && "name" in one)
      return "path" in one
        ? `${String(one.name)}: ${String(one.path)}`
        : "text" in one
          ? `${String(one.name)}: ${String(one.text)}`
          : String(one.name);
    if (typeof one !== "string") return "";
    if (isId("usr", one)) return nameOf(one);
    if (/^\d{4}-\d\d-\d\d$/.test(one)) return format.day(one);
    if (isId("typ", one)) return types?.find(({ id }) => id === one)?.pluralName ?? t("automationRuns.value.none");
    if (isId("rol", one)) return roles.find(({ id }) => id === one)?.name ?? one;
    if (name === "from" || name === "to") return status?.options.find(({ id }) => id === one)?.label ?? t("automations.gone");
    if (name === "priority") return t.find(`tasks.priority.${one}`) ?? one;
    const isChoice = ["how", "what", "when", "assignee", "participant"].includes(name);
    return (isChoice ? t.find(`automationRuns.value.${one}`) : undefined) ?? one;
  }
  if (!Array.isArray(value)) return <bdi className={styles.text}>{textOf(value)}</bdi>;
  return value.map((one, at) => (
    <bdi key={`${at} ${String(one)}`} className={styles.chip}>
      {textOf(one)}
    </bdi>
  ));
}

/** @param day 0 for Sunday */
const weekdayName = (day: number, locale: string): string =>
  new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: "UTC" }).format(new Date(Date.UTC(2023, 0, 1 + day)));

const isDuration = (value: unknown): value is Duration =>
  typeof value === "object" &&
  value !== null &&
  "amount" in value &&
  "unit" in value &&
  timeUnits.some((unit) => unit === value.unit);

/** `{ amount: 3, unit: "days" }` → "3 days". */
const durationWords = ({ amount, unit }: Duration, format: ReturnType<typeof useFormat>): string =>
  format.unit(amount, unit.slice(0, -1));

/** Conditions, one per line; alternatives are joined by "or". */
export function FilterWords({ filter, type }: { filter: Filter; type: CardType | undefined }): ReactNode {
  const t = useT();
  const fields = useConditionFields(type, true, true);
  if ("all" in filter)
    return filter.all.length === 0
      ? t("automationRuns.filter.none")
      : filter.all.map((part, at) => <FilterWords key={`${at} ${JSON.stringify(part)}`} filter={part} type={type} />);
  if ("any" in filter)
    return (
      <span className={styles.alternatives}>
        {filter.any.map((part, at) => (
          <Fragment key={`${at} ${JSON.stringify(part)}`}>
            {at > 0 && <span className={styles.or}>{t("automationRuns.filter.or")}</span>}
            <FilterWords filter={part} type={type} />
          </Fragment>
        ))}
      </span>
    );
  const field = fields.find(({ id }) => id === filter.fieldId);
  return field ? (
    <ConditionWords field={field} condition={filter} />
  ) : (
    <span className={styles.line}>{t("automationRuns.value.deletedField")}</span>
  );
}

function ConditionWords({ field, condition }: { field: Field; condition: Condition }) {
  const t = useT();
  const valueText = useValueText(field);
  // Lists every item, because a count would hide differences between versions.
  const isList = condition.operator === "IN" || condition.operator === "NOT_IN";
  const values = isList
    ? valuesOf(condition).map((value) => valueText({ ...condition, value: [value] }))
    : [valueText(condition)];
  return (
    <span className={styles.line}>
      <bdi className={styles.chip}>{field.label}</bdi>
      {t(`views.operator.${wordOf(condition.operator, fieldTraits[field.type])}`)}
      {values.flatMap((value) =>
        value === ""
          ? []
          : [
              <bdi key={value} className={styles.chip}>
                {value}
              </bdi>,
            ],
      )}
    </span>
  );
}

/** A step's settings, one per line with their names. */
export function Settings({ settings, type }: { settings: readonly Setting[]; type: CardType | undefined }) {
  const t = useT();
  if (settings.length === 0) return null;
  return (
    <dl className={styles.settings}>
      {settings.map((setting) => (
        <div key={setting.name} className={styles.setting}>
          <dt>{t.find(`automationRuns.setting.${setting.name}`) ?? setting.name}</dt>
          <dd>
            <SettingValue setting={setting} among={settings} type={type} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
