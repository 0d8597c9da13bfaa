import icon from "@fluentui/svg-icons/icons/edit_20_regular.svg?icon";
import { writableTypes } from "@kartis/core/automations/actions/change-field.ts";
import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import type { CardType, Field } from "@kartis/core/cards/schema.ts";
import { useT } from "../../../lib/i18n.tsx";
import { SegmentedControl } from "../../../ui/inputs/SegmentedControl.tsx";
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
    if (config.how === "write")
      return { key: "automations.action.changeField.sayWrite", values: { field, text: words.text(config.text) } };
    if (config.how === "clear") return { key: "automations.action.changeField.sayClear", values: { field } };
    return { key: "automations.action.changeField.sayCopy", values: { field, from: words.field(config.fromFieldId) } };
  },
  Form,
};

function Form({ config, type, errors, onChange }: KindFormProps<ChangeField>) {
  const t = useT();
  const fields = settable(type);
  const field = fields.find(({ id }) => id === config.fieldId);
  const alike = field ? fields.filter((one) => one.type === field.type && one.id !== field.id && one.type !== "password") : [];
  const base = { kind: "changeField", fieldId: config.fieldId } as const;
  function turn(how: ChangeField["how"]) {
    if (how === "set") onChange({ ...base, how, value: undefined });
    else if (how === "clear") onChange({ ...base, how });
    else if (how === "write") onChange({ ...base, how, text: "" });
    else if (alike[0]) onChange({ ...base, how, fromFieldId: alike[0].id });
  }
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
      <SegmentedControl
        label={t("automations.action.changeField.how")}
        options={(["set", "write", "clear", "copy"] as const).map((how) => ({
          id: how,
          label: t(`automations.action.changeField.${how}`),
          isDisabled:
            (how === "write" && !(field && writableTypes.has(field.type))) ||
            (how === "copy" && alike.length === 0) ||
            (how === "clear" && (field?.required ?? false)),
        }))}
        value={config.how}
        onChange={turn}
      />
      {config.how === "set" && field && (
        <ValueField
          key={field.id}
          field={field}
          value={config.value}
          errorMessage={errors["value"]}
          onChange={(value) => onChange({ ...config, value })}
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
