import icon from "@fluentui/svg-icons/icons/person_add_20_regular.svg?icon";
import { FieldSelect } from "../inspector/FieldSelect.tsx";
import type { KindFormProps, KindScreen } from "../kinds.ts";
import type { TriggerOf } from "./screens.ts";

type UserAssigned = TriggerOf<"userAssigned">;

const personFields = ({ fields }: KindFormProps<UserAssigned>["type"]) =>
  fields.filter(({ type, internal }) => type === "user" && !internal);

export const userAssigned: KindScreen<UserAssigned> = {
  icon,
  name: "automations.trigger.userAssigned",
  initial({ type }) {
    const [first] = personFields(type);
    return first ? { kind: "userAssigned", fieldId: first.id } : { missing: "automations.problem.noUserField" };
  },
  say: ({ fieldId }, words) => ({ key: "automations.trigger.userAssigned.say", values: { field: words.field(fieldId) } }),
  Form: ({ config, type, errors, onChange }) => (
    <FieldSelect
      fields={personFields(type)}
      value={config.fieldId}
      errorMessage={errors["fieldId"]}
      onChange={(fieldId) => onChange({ ...config, fieldId })}
    />
  ),
};
