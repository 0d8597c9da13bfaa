import icon from "@fluentui/svg-icons/icons/contact_card_20_regular.svg?icon";
import { isId } from "@kartis/core/kernel/id-form.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Select } from "../../../ui/inputs/Select.tsx";
import { useCardTypes } from "../../records/card-types.ts";
import { FieldValues } from "../inspector/FieldValues.tsx";
import { VariableText } from "../inspector/VariableText.tsx";
import type { KindFormProps, KindScreen } from "../kinds.ts";
import type { ActionOf } from "./screens.ts";

type CreateCard = ActionOf<"createCard">;

export const createCard: KindScreen<CreateCard> = {
  icon,
  name: "automations.action.createCard",
  initial: ({ type, types }) => ({
    kind: "createCard",
    typeId: (types.find(({ id }) => id !== type.id) ?? type).id,
    name: "{{ card.name }}",
    fields: {},
    relationFieldId: null,
  }),
  say: ({ typeId, name }, words) => ({
    key: "automations.action.createCard.say",
    values: { type: words.cardType(typeId), name: words.text(name) },
  }),
  Form,
};

const none = "none";

function Form({ config, type, errors, onChange }: KindFormProps<CreateCard>) {
  const t = useT();
  const { types = [] } = useCardTypes();
  const made = types.find(({ id }) => id === config.typeId);
  const relations = type.fields.filter(
    (field) =>
      field.type === "cardRelation" &&
      !field.internal &&
      (!field.relation || field.relation.typeIds.length === 0 || field.relation.typeIds.some((id) => id === config.typeId)),
  );
  return (
    <>
      <Select
        label={t("automations.cardType")}
        isRequired
        options={types.map(({ id, name }) => ({ id, label: name }))}
        value={config.typeId}
        errorMessage={errors["typeId"]}
        onChange={(typeId) =>
          isId("typ", typeId) && typeId !== config.typeId && onChange({ ...config, typeId, fields: {}, relationFieldId: null })
        }
      />
      <VariableText
        label={t("automations.name")}
        type={type}
        value={config.name}
        isSingleLine
        errorMessage={errors["name"]}
        onChange={(name) => onChange({ ...config, name })}
      />
      {made && (
        <FieldValues
          key={made.id}
          type={made}
          values={config.fields}
          errors={errors}
          onChange={(fields) => onChange({ ...config, fields })}
        />
      )}
      {relations.length > 0 && (
        <Select
          label={t("automations.action.createCard.relation")}
          options={[{ id: none, label: t("automations.action.createCard.noRelation") }, ...relations]}
          value={config.relationFieldId ?? none}
          errorMessage={errors["relationFieldId"]}
          onChange={(chosen) => onChange({ ...config, relationFieldId: chosen === none ? null : chosen })}
        />
      )}
    </>
  );
}
