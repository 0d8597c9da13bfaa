import icon from "@fluentui/svg-icons/icons/chat_20_regular.svg?icon";
import { useQuery } from "@tanstack/react-query";
import { trpc } from "../../../lib/api.ts";
import { useT } from "../../../lib/i18n.tsx";
import { SegmentedControl } from "../../../ui/inputs/SegmentedControl.tsx";
import { Select } from "../../../ui/inputs/Select.tsx";
import { VariableText } from "../inspector/VariableText.tsx";
import { WhatsAppMissing } from "../inspector/WhatsAppMissing.tsx";
import styles from "../inspector/inspector.module.css";
import type { KindFormProps, KindScreen } from "../kinds.ts";
import type { ActionOf } from "./screens.ts";

type SendWhatsapp = ActionOf<"sendWhatsapp">;

export const sendWhatsapp: KindScreen<SendWhatsapp> = {
  icon,
  name: "automations.action.sendWhatsapp",
  initial: ({ type }) =>
    type.fields.some((field) => field.type === "phone")
      ? { kind: "sendWhatsapp", what: "text", text: "" }
      : { missing: "automations.problem.noPhoneField" },
  say: (config, words) =>
    config.what === "text"
      ? { key: "automations.action.sendWhatsapp.say", values: { text: words.text(config.text) } }
      : { key: "automations.action.sendWhatsapp.sayTemplate", values: { name: { value: config.name.replaceAll("_", " ") } } },
  Form,
  Missing: () => <WhatsAppMissing effect="automations.missing.stepFails" />,
};

const idOf = ({ name, language }: { readonly name: string; readonly language: string }): string => `${name} ${language}`;

function Form({ config, type, errors, onChange }: KindFormProps<SendWhatsapp>) {
  const t = useT();
  const { data } = useQuery(trpc.whatsapp.templates.queryOptions({}, { staleTime: 60_000, retry: false, meta: { quiet: true } }));
  const usable = data?.templates.filter(({ state, isPlain }) => state === "APPROVED" && isPlain) ?? [];
  const [first] = usable;
  const chosen = config.what === "template" ? usable.find((one) => idOf(one) === idOf(config)) : undefined;
  function choose(template: typeof first) {
    if (!template) return;
    const { name, language, variables } = template;
    onChange({
      kind: "sendWhatsapp",
      what: "template",
      name,
      language,
      parameters: variables.map(() => ""),
    });
  }
  return (
    <>
      {(first ?? config.what === "template") && (
        <SegmentedControl
          label={t("automations.action.sendWhatsapp.what")}
          options={[
            { id: "text", label: t("automations.text") },
            { id: "template", label: t("automations.template") },
          ]}
          value={config.what}
          onChange={(what) => (what === "template" ? choose(first) : onChange({ kind: "sendWhatsapp", what: "text", text: "" }))}
        />
      )}
      {config.what === "text" ? (
        <>
          <VariableText
            label={t("automations.text")}
            type={type}
            value={config.text}
            errorMessage={errors["text"]}
            onChange={(text) => onChange({ ...config, text })}
          />
          <p className={styles.about}>{t("automations.action.sendWhatsapp.window")}</p>
        </>
      ) : (
        <>
          <Select
            label={t("whatsapp.templates.choose")}
            options={usable.map((one) => ({ id: idOf(one), label: `${one.name.replaceAll("_", " ")} (${one.language})` }))}
            value={chosen ? idOf(chosen) : null}
            errorMessage={errors["name"]}
            onChange={(id) => choose(usable.find((one) => idOf(one) === id))}
          />
          {config.parameters.map((text, at) => (
            <VariableText
              // Template parameters are identified by their position.
              // oxlint-disable-next-line react/no-array-index-key
              key={`${idOf(config)} ${at}`}
              label={t("whatsapp.templates.value", { number: at + 1 })}
              type={type}
              value={text}
              isSingleLine
              errorMessage={errors[`parameters.${at}`]}
              onChange={(next) => onChange({ ...config, parameters: config.parameters.with(at, next) })}
            />
          ))}
        </>
      )}
    </>
  );
}
