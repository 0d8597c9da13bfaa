import icon from "@fluentui/svg-icons/icons/mail_20_regular.svg?icon";
import { useRef } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { FieldSelect } from "../inspector/FieldSelect.tsx";
import { VariableText } from "../inspector/VariableText.tsx";
import type { KindFormProps, KindScreen } from "../kinds.ts";
import { TextOrTemplate } from "../templates/TextOrTemplate.tsx";
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
  say: ({ subject = "", templateId, fieldId }, words) =>
    templateId === undefined
      ? { key: "automations.action.sendEmail.say", values: { subject: words.text(subject), field: words.field(fieldId) } }
      : {
          key: "automations.action.sendEmail.sayTemplate",
          values: { name: words.template(templateId), field: words.field(fieldId) },
        },
  isAlwaysSaid: ({ templateId }) => templateId !== undefined,
  Form,
};

function Form({ config, type, errors, onChange }: KindFormProps<SendEmail>) {
  const t = useT();
  const { kind, subject = "", text = "", templateId, fieldId } = config;
  /** What was written before a template was chosen. */
  const own = useRef({ subject, text });
  const write = (written: Partial<typeof own.current>) => {
    own.current = { subject, text, ...written };
    onChange({ kind, fieldId, ...own.current });
  };
  return (
    <>
      <FieldSelect
        label={t("automations.action.sendEmail.to")}
        fields={addressFields(type)}
        value={fieldId}
        errorMessage={errors["fieldId"]}
        onChange={(chosen) => onChange({ ...config, fieldId: chosen })}
      />
      <TextOrTemplate
        channel="mail"
        type={type}
        templateId={templateId}
        errorMessage={errors["templateId"]}
        onChange={(chosen) =>
          onChange(chosen === undefined ? { kind, fieldId, ...own.current } : { kind, fieldId, templateId: chosen })
        }
      >
        <VariableText
          label={t("messageTemplates.subject")}
          type={type}
          value={subject}
          isSingleLine
          errorMessage={errors["subject"]}
          onChange={(next) => write({ subject: next })}
        />
        <VariableText
          label={t("automations.text")}
          type={type}
          value={text}
          errorMessage={errors["text"]}
          onChange={(next) => write({ text: next })}
        />
      </TextOrTemplate>
    </>
  );
}
