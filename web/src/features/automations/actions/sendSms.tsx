import icon from "@fluentui/svg-icons/icons/send_20_regular.svg?icon";
import { isId } from "@kartis/core/kernel/id-form.ts";
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { trpc } from "../../../lib/api.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Select } from "../../../ui/inputs/Select.tsx";
import { SmsMissing } from "../inspector/SmsMissing.tsx";
import { VariableText } from "../inspector/VariableText.tsx";
import type { KindFormProps, KindScreen } from "../kinds.ts";
import { TextOrTemplate } from "../templates/TextOrTemplate.tsx";
import type { ActionOf } from "./screens.ts";

type SendSms = ActionOf<"sendSms">;

export const sendSms: KindScreen<SendSms> = {
  icon,
  name: "automations.action.sendSms",
  initial: ({ type }) =>
    type.fields.some((field) => field.type === "phone")
      ? { kind: "sendSms", text: "", senderId: null }
      : { missing: "automations.problem.noPhoneField" },
  say: ({ text = "", templateId }, words) =>
    templateId === undefined
      ? { key: "automations.action.sendSms.say", values: { text: words.text(text) } }
      : { key: "automations.action.sendSms.sayTemplate", values: { name: words.template(templateId) } },
  isAlwaysSaid: ({ templateId }) => templateId !== undefined,
  Form,
  Missing: SmsMissing,
};

const byDefault = "default";

function Form({ config, type, errors, onChange }: KindFormProps<SendSms>) {
  const t = useT();
  const { data } = useQuery(trpc.sms.options.queryOptions({}, { staleTime: 0, meta: { quiet: true } }));
  const { kind, text = "", templateId, senderId } = config;
  /** What was written before a template was chosen. */
  const own = useRef(text);
  const senders = data?.senders ?? [];
  return (
    <>
      <TextOrTemplate
        channel="sms"
        type={type}
        templateId={templateId}
        errorMessage={errors["templateId"]}
        onChange={(chosen) =>
          onChange(chosen === undefined ? { kind, senderId, text: own.current } : { kind, senderId, templateId: chosen })
        }
      >
        <VariableText
          label={t("automations.text")}
          type={type}
          value={text}
          errorMessage={errors["text"]}
          onChange={(next) => {
            own.current = next;
            onChange({ kind, senderId, text: next });
          }}
        />
      </TextOrTemplate>
      {(senders.length > 1 || senderId !== null) && (
        <Select
          label={t("sms.from")}
          options={[
            { id: byDefault, label: t("automations.action.sendSms.default") },
            ...senders.map(({ id, name }) => ({ id, label: name })),
          ]}
          value={senderId ?? byDefault}
          errorMessage={errors["senderId"]}
          onChange={(chosen) => onChange({ ...config, senderId: isId("snd", chosen) ? chosen : null })}
        />
      )}
    </>
  );
}
