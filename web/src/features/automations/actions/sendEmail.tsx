import icon from "@fluentui/svg-icons/icons/mail_20_regular.svg?icon";
import { useT } from "../../../lib/i18n.tsx";
import { FieldSelect } from "../inspector/FieldSelect.tsx";
import { VariableText } from "../inspector/VariableText.tsx";
import type { KindFormProps, KindScreen } from "../kinds.ts";
import type { ActionOf } from "./screens.ts";

type SendEmail = ActionOf<"sendEmail">;

const addressFields = ({ fields }: KindFormProps<SendEmail>["type"]) =>
  fields.filter(({ type, internal }) => type === "email" && !internal);

export const sendEmail: KindScreen<SendEmail> = {
  icon,
  name: "automations.action.sendEmail",
  initial({ type }) {
    const [first, ...others] = addressFields(type);
    if (!first) return { missing: "automations.problem.noEmailField" };
    return { kind: "sendEmail", subject: "", text: "", fieldId: others.length === 0 ? first.id : "" };
  },
  say: ({ subject, fieldId }, words) => ({
    key: "automations.action.sendEmail.say",
    values: { subject: words.text(subject), field: words.field(fieldId) },
  }),
  Form,
};

function Form({ config, type, errors, onChange }: KindFormProps<SendEmail>) {
  const t = useT();
  return (
    <>
      <FieldSelect
        label={t("automations.action.sendEmail.to")}
        fields={addressFields(type)}
        value={config.fieldId}
        errorMessage={errors["fieldId"]}
        onChange={(fieldId) => onChange({ ...config, fieldId })}
      />
      <VariableText
        label={t("messageTemplates.subject")}
        type={type}
        value={config.subject}
        isSingleLine
        errorMessage={errors["subject"]}
        onChange={(subject) => onChange({ ...config, subject })}
      />
      <VariableText
        label={t("automations.text")}
        type={type}
        value={config.text}
        errorMessage={errors["text"]}
        onChange={(text) => onChange({ ...config, text })}
      />
    </>
  );
}
