import add from "@fluentui/svg-icons/icons/add_16_regular.svg?icon";
import dismiss from "@fluentui/svg-icons/icons/dismiss_16_regular.svg?icon";
import icon from "@fluentui/svg-icons/icons/globe_arrow_forward_20_regular.svg?icon";
import { hasBody, mostAnswers, mostHeaders, mostValues, webhookMethods } from "@kartis/core/automations/actions/call-webhook.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { IconButton } from "../../../ui/actions/IconButton.tsx";
import { SegmentedControl } from "../../../ui/inputs/SegmentedControl.tsx";
import { Select } from "../../../ui/inputs/Select.tsx";
import { TextField } from "../../../ui/inputs/TextField.tsx";
import { SecretField } from "../inspector/SecretField.tsx";
import { VariableText } from "../inspector/VariableText.tsx";
import styles from "../inspector/inspector.module.css";
import type { KindFormProps, KindScreen } from "../kinds.ts";
import type { ActionOf } from "./screens.ts";

type CallWebhook = ActionOf<"callWebhook">;

export const callWebhook: KindScreen<CallWebhook> = {
  icon,
  name: "automations.action.callWebhook",
  initial: () => ({ kind: "callWebhook", url: "", method: "POST", headers: [], what: "card", values: [], answers: [] }),
  say: ({ url, method }) => ({
    key: "automations.action.callWebhook.say",
    values: { host: { value: `${method} ${hostOf(url)}` } },
  }),
  Form,
};

const hostOf = (url: string): string => URL.parse(url)?.host || url || "…";

function Form({ config, type, errors, onChange }: KindFormProps<CallWebhook>) {
  const t = useT();
  return (
    <>
      <TextField
        label={t("automations.action.callWebhook.url")}
        type="url"
        isRequired
        placeholder="https://"
        value={config.url}
        errorMessage={errors["url"]}
        onChange={(url) => onChange({ ...config, url })}
      />
      <Select
        label={t("automations.action.callWebhook.method")}
        options={webhookMethods.map((id) => ({ id, label: id }))}
        value={config.method}
        onChange={(chosen) => {
          const method = webhookMethods.find((one) => one === chosen) ?? config.method;
          onChange({ ...config, method, what: hasBody(method) ? config.what : "values" });
        }}
      />
      {hasBody(config.method) && (
        <SegmentedControl
          label={t("automations.action.callWebhook.what")}
          options={[
            { id: "card", label: t("automations.action.callWebhook.card") },
            { id: "values", label: t("automations.action.callWebhook.values") },
          ]}
          value={config.what}
          onChange={(what) => onChange({ ...config, what })}
        />
      )}
      {config.what === "card" ? (
        <p className={styles.about}>{t("automations.action.callWebhook.about")}</p>
      ) : (
        <Values {...{ config, type, errors, onChange }} />
      )}
      <Headers {...{ config, type, errors, onChange }} />
      <Answers {...{ config, type, errors, onChange }} />
    </>
  );
}

function Values({ config, type, errors, onChange }: KindFormProps<CallWebhook>) {
  const t = useT();
  const { values } = config;
  const put = (next: CallWebhook["values"]) => onChange({ ...config, values: next });
  return (
    <>
      {values.map((value, at) => (
        // Rows have no id but their index.
        <div key={`${at} of ${values.length}`} className={styles.group}>
          <div className={styles.removable}>
            <TextField
              label={t("automations.action.callWebhook.valueName", { number: at + 1 })}
              isRequired
              value={value.name}
              errorMessage={errors[`values.${at}.name`]}
              onChange={(name) => put(values.with(at, { ...value, name }))}
            />
            <IconButton
              icon={dismiss}
              label={t("automations.action.callWebhook.removeValue", { number: at + 1 })}
              onPress={() => put(values.toSpliced(at, 1))}
            />
          </div>
          <VariableText
            label={t("automations.action.callWebhook.value", { number: at + 1 })}
            type={type}
            value={value.text}
            isSingleLine
            errorMessage={errors[`values.${at}.text`]}
            onChange={(text) => put(values.with(at, { ...value, text }))}
          />
        </div>
      ))}
      {errors["values"] && (
        <p className={styles.about} role="alert">
          {errors["values"]}
        </p>
      )}
      {values.length < mostValues && (
        <span>
          <Button variant="ghost" size={24} icon={add} onPress={() => put([...values, { name: "", text: "" }])}>
            {t("automations.action.callWebhook.addValue")}
          </Button>
        </span>
      )}
    </>
  );
}

function Headers({ config, errors, onChange }: KindFormProps<CallWebhook>) {
  const t = useT();
  const { headers } = config;
  const put = (next: CallWebhook["headers"]) => onChange({ ...config, headers: next });
  return (
    <section className={styles.group} aria-label={t("automations.action.callWebhook.headers")}>
      {headers.map((header, at) => (
        <div key={`${at} of ${headers.length}`} className={styles.group}>
          <div className={styles.removable}>
            <TextField
              label={t("automations.action.callWebhook.headerName", { number: at + 1 })}
              isRequired
              textDirection="ltr"
              value={header.name}
              errorMessage={errors[`headers.${at}.name`]}
              onChange={(name) => put(headers.with(at, { ...header, name }))}
            />
            <IconButton
              icon={dismiss}
              label={t("automations.action.callWebhook.removeHeader", { number: at + 1 })}
              onPress={() => put(headers.toSpliced(at, 1))}
            />
          </div>
          <SecretField
            label={t("automations.action.callWebhook.headerValue", { number: at + 1 })}
            url={config.url}
            isKept={Boolean(header.sealed)}
            errorMessage={errors[`headers.${at}.sealed`] ?? errors[`headers.${at}.value`] ?? errors[`headers.${at}`]}
            onSealed={(sealed) => put(headers.with(at, { name: header.name, sealed }))}
          />
        </div>
      ))}
      {headers.length < mostHeaders && (
        <span>
          <Button variant="ghost" size={24} icon={add} onPress={() => put([...headers, { name: "", sealed: "" }])}>
            {t("automations.action.callWebhook.addHeader")}
          </Button>
        </span>
      )}
      <p className={styles.about}>{t("automations.action.callWebhook.headers.about")}</p>
    </section>
  );
}

/** Values of the answer for the texts of later steps. */
function Answers({ config, errors, onChange }: KindFormProps<CallWebhook>) {
  const t = useT();
  const { answers } = config;
  const put = (next: CallWebhook["answers"]) => onChange({ ...config, answers: next });
  return (
    <section className={styles.group} aria-label={t("automations.action.callWebhook.answers")}>
      {answers.map((answer, at) => (
        <div key={`${at} of ${answers.length}`} className={styles.group}>
          <div className={styles.removable}>
            <TextField
              label={t("automations.action.callWebhook.answerName", { number: at + 1 })}
              isRequired
              textDirection="ltr"
              value={answer.name}
              errorMessage={errors[`answers.${at}.name`]}
              onChange={(name) => put(answers.with(at, { ...answer, name }))}
            />
            <IconButton
              icon={dismiss}
              label={t("automations.action.callWebhook.removeAnswer", { number: at + 1 })}
              onPress={() => put(answers.toSpliced(at, 1))}
            />
          </div>
          <TextField
            label={t("automations.action.callWebhook.answerPath", { number: at + 1 })}
            isRequired
            textDirection="ltr"
            placeholder="data.id"
            value={answer.path}
            errorMessage={errors[`answers.${at}.path`]}
            onChange={(path) => put(answers.with(at, { ...answer, path }))}
          />
        </div>
      ))}
      {errors["answers"] && (
        <p className={styles.about} role="alert">
          {errors["answers"]}
        </p>
      )}
      {answers.length < mostAnswers && (
        <span>
          <Button variant="ghost" size={24} icon={add} onPress={() => put([...answers, { name: "", path: "" }])}>
            {t("automations.action.callWebhook.addAnswer")}
          </Button>
        </span>
      )}
      <p className={styles.about}>{t("automations.action.callWebhook.answers.about")}</p>
    </section>
  );
}
