import icon from "@fluentui/svg-icons/icons/edit_20_regular.svg?icon";
import { writableTypes } from "@kartis/core/automations/actions/change-field.ts";
import { numberTypes } from "@kartis/core/automations/actions/formula.ts";
import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import { holdsSeveral } from "@kartis/core/cards/list-values.ts";
import type { CardType, Field } from "@kartis/core/cards/schema.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Select } from "../../../ui/inputs/Select.tsx";
import { ArrivalFields } from "../inspector/ArrivalFields.tsx";
import { FieldSelect } from "../inspector/FieldSelect.tsx";
import { VariableText } from "../inspector/VariableText.tsx";
import { ValueField } from "../inspector/ValueField.tsx";
import type { KindFormProps, KindScreen } from "../kinds.ts";
import type { ActionOf } from "./screens.ts";

type ChangeField = ActionOf<"changeField">;

/** Excludes fields hidden on cards, which are meant for scripts, and those whose values belong to one card, such as files. */
const settable = ({ fields }: CardType): readonly Field[] =>
  fields.filter((field) => !field.internal && !fieldTraits[field.type].ofOneCard);

export const changeField: KindScreen<ChangeField> = {
  icon,
  name: "automations.action.changeField",
  // The user chooses the field and the value.
  initial: ({ type }) =>
    settable(type).length > 0
      ? { kind: "changeField", how: "set", fieldId: "", value: undefined }
      : { missing: "automations.problem.noField" },
  say(config, words) {
    const field = words.field(config.fieldId);
    if (config.how === "set")
      return { key: "automations.action.changeField.say", values: { field, value: words.value(config.fieldId, config.value) } };
    if (config.how === "add" || config.how === "remove") {
      const key = `automations.action.changeField.${config.how === "add" ? "sayAdd" : "sayRemove"}` as const;
      return { key, values: { field, value: words.value(config.fieldId, config.value) } };
    }
    if (config.how === "write")
      return { key: "automations.action.changeField.sayWrite", values: { field, text: words.text(config.text) } };
    if (config.how === "clear") return { key: "automations.action.changeField.sayClear", values: { field } };
    if (config.how === "calculate")
      return { key: "automations.action.changeField.sayCalculate", values: { field, formula: words.text(config.formula) } };
    if (config.how === "shift") {
      const { fromFieldId, when } = config;
      const from =
        fromFieldId === null ? { value: words.t("automations.action.changeField.now"), isWord: true } : words.field(fromFieldId);
      const values = { field, from, duration: { value: words.duration(config) } };
      return { key: "automations.action.changeField.sayShift", values, params: { when } };
    }
    return { key: "automations.action.changeField.sayCopy", values: { field, from: words.field(config.fromFieldId) } };
  },
  Form,
};

type How = ChangeField["how"];

/** Why a field cannot be changed in this way shows in what is offered: only the ways that fit it. */
function waysOf(field: Field | undefined, alike: readonly Field[]): readonly How[] {
  const fits: Readonly<Record<How, boolean>> = {
    set: true,
    add: field !== undefined && holdsSeveral(field),
    remove: field !== undefined && holdsSeveral(field),
    calculate: field !== undefined && numberTypes.has(field.type),
    shift: field !== undefined && isDate(field),
    write: field !== undefined && writableTypes.has(field.type),
    clear: field !== undefined && !field.required,
    copy: alike.length > 0,
  };
  return (["set", "add", "remove", "calculate", "shift", "write", "clear", "copy"] as const).filter((how) => fits[how]);
}

const momentOf = ({ type }: Field) => fieldTraits[type].moment;
const isDate = (field: Field): boolean => momentOf(field) === "day" || momentOf(field) === "instant";

/** Undefined for an empty list, which is not chosen yet. */
const listOf = (value: unknown): string[] | undefined =>
  Array.isArray(value) && value.length > 0 ? value.map(String) : undefined;

function Form({ config, type, errors, onChange }: KindFormProps<ChangeField>) {
  const t = useT();
  const fields = settable(type);
  const field = fields.find(({ id }) => id === config.fieldId);
  const alike = field ? fields.filter((one) => one.type === field.type && one.id !== field.id && one.type !== "password") : [];
  const base = { kind: "changeField", fieldId: config.fieldId } as const;
  function turn(how: How) {
    if (how === config.how) return;
    // What was chosen stays chosen.
    const value = "value" in config && field && holdsSeveral(field) ? listOf(config.value) : undefined;
    if (how === "set" || how === "add" || how === "remove") onChange({ ...base, how, value });
    else if (how === "clear") onChange({ ...base, how });
    else if (how === "write") onChange({ ...base, how, text: "" });
    else if (how === "calculate") onChange({ ...base, how, formula: "" });
    else if (how === "shift") onChange({ ...base, how, fromFieldId: null, when: "after", amount: 1, unit: "days" });
    else if (alike[0]) onChange({ ...base, how, fromFieldId: alike[0].id });
  }
  const ways = waysOf(field, alike);
  return (
    <>
      <FieldSelect
        fields={fields}
        value={config.fieldId}
        errorMessage={errors["fieldId"]}
        onChange={(fieldId) => {
          const next = fields.find(({ id }) => id === fieldId);
          if (next && fieldId !== config.fieldId) onChange({ kind: "changeField", how: "set", fieldId, value: undefined });
        }}
      />
      {field && (
        <Select
          label={t("automations.action.changeField.how")}
          options={ways.map((how) => ({ id: how, label: t(`automations.action.changeField.${how}`) }))}
          value={config.how}
          onChange={(id) => turn(ways.find((how) => how === id) ?? "set")}
        />
      )}
      {"value" in config && field && (
        <ValueField
          key={field.id}
          field={field}
          value={config.value}
          errorMessage={errors["value"]}
          onChange={(value) => onChange(config.how === "set" ? { ...config, value } : { ...config, value: listOf(value) })}
        />
      )}
      {config.how === "write" && (
        <VariableText
          key={config.fieldId}
          label={t("automations.text")}
          type={type}
          value={config.text}
          errorMessage={errors["text"]}
          onChange={(text) => onChange({ ...config, text })}
        />
      )}
      {config.how === "calculate" && (
        <VariableText
          key={config.fieldId}
          label={t("automations.action.changeField.formula")}
          description={t("automations.action.changeField.formulaHelp")}
          type={type}
          offers={(path) => isNumber(path, type)}
          value={config.formula}
          isSingleLine
          errorMessage={errors["formula"]}
          onChange={(formula) => onChange({ ...config, formula })}
        />
      )}
      {config.how === "shift" && field && (
        <ShiftFields config={config} field={field} fields={fields} errors={errors} onChange={onChange} />
      )}
      {config.how === "copy" && (
        <FieldSelect
          label={t("automations.action.changeField.from")}
          fields={alike}
          value={config.fromFieldId}
          errorMessage={errors["fromFieldId"]}
          onChange={(fromFieldId) => onChange({ ...config, fromFieldId })}
        />
      )}
    </>
  );
}

interface ShiftFieldsProps extends Pick<KindFormProps<ChangeField>, "errors" | "onChange"> {
  readonly config: Extract<ChangeField, { how: "shift" }>;
  /** The date that is changed. */
  readonly field: Field;
  readonly fields: readonly Field[];
}

/** The date to count from, and by how much. */
function ShiftFields({ config, field, fields, errors, onChange }: ShiftFieldsProps) {
  const t = useT();
  // A day has no time of day that could be taken over.
  const dates = fields.filter((one) => momentOf(one) === "instant" || (momentOf(one) === "day" && momentOf(field) === "day"));
  return (
    <>
      <Select
        label={t("automations.action.changeField.countFrom")}
        options={[{ id: now, label: t("automations.action.changeField.now") }, ...dates.map(({ id, label }) => ({ id, label }))]}
        value={config.fromFieldId ?? now}
        errorMessage={errors["fromFieldId"]}
        onChange={(id) => onChange({ ...config, fromFieldId: id === now ? null : id })}
      />
      <ArrivalFields
        kind="dateArrives"
        value={config}
        errors={errors}
        onChange={({ when, amount, unit }) => onChange({ ...config, when, amount, unit })}
      />
    </>
  );
}

const now = "now";

/** Whether a calculation can name the variable: a field with a number, or a value of a webhook's answer, which may be one. */
const isNumber = (path: string, { fields }: CardType): boolean =>
  /^steps\.[^.]+\.answer\./.test(path) || fields.some((field) => numberTypes.has(field.type) && path === `card.${field.key}`);
