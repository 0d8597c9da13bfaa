import back from "@fluentui/svg-icons/icons/arrow_left_16_regular.svg?icon";
import copyIcon from "@fluentui/svg-icons/icons/copy_16_regular.svg?icon";
import sendIcon from "@fluentui/svg-icons/icons/send_16_regular.svg?icon";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useT } from "../../lib/i18n.tsx";
import { Button } from "../../ui/actions/Button.tsx";
import { Mono } from "../../ui/display/Num.tsx";
import { Select } from "../../ui/inputs/Select.tsx";
import { TextArea } from "../../ui/inputs/TextArea.tsx";
import { TextField } from "../../ui/inputs/TextField.tsx";
import { showToast } from "../../lib/toasts/toasts.ts";
import { useCardTypes } from "../records/card-types.ts";
import { AnswerView } from "./AnswerView.tsx";
import styles from "./developers.module.css";
import type { Operation, Parameter } from "./document.ts";
import { commandOf, exampleOf, indented, isJson, send, type Values } from "./request.ts";

/** Ids in the document's examples are made up; with one of the organization's card types most of them work unchanged. */
function useOwnExample(): (text: string) => string {
  const [type] = useCardTypes().types ?? [];
  return (text) => (type ? text.replaceAll(/typ_[0-9A-Z]{26}/g, type.id) : text);
}

/** One operation: its description, a form of its parameters, the same as a command, and the response. */
export function OperationView({ operation, onBack }: { operation: Operation; onBack: () => void }) {
  const t = useT();
  const own = useOwnExample();
  const [typed, setTyped] = useState<Values>({});
  const [typedBody, setTypedBody] = useState<string>();
  const [isSent, setSent] = useState(false);
  const hasBody = operation.body !== undefined;
  const body = hasBody ? (typedBody ?? own(JSON.stringify(operation.body, null, 2))) : undefined;
  const values: Values = { ...(hasParameter(operation, "typeId") ? { typeId: own(sampleTypeId) } : {}), ...typed };
  const request = useMutation({ mutationFn: () => send(operation, values, body), meta: { quiet: true } });

  const problemOf = (parameter: Parameter): string | undefined => {
    const text = values[parameter.name]?.trim() ?? "";
    if (parameter.required && text === "") return t("validation.required");
    return isJson(parameter) && text !== "" && indented(text) === undefined ? t("developers.notJson") : undefined;
  };
  const bodyProblem = body !== undefined && indented(body) === undefined ? t("developers.notJson") : undefined;
  function submit(event: FormEvent) {
    event.preventDefault();
    setSent(true);
    if (bodyProblem || operation.parameters.some(problemOf) || request.isPending) return;
    request.mutate();
  }
  const command = commandOf(
    operation,
    values,
    body && (indented(body) ? JSON.stringify(JSON.parse(body)) : body),
    location.origin,
  );
  async function copy() {
    await navigator.clipboard.writeText(command);
    showToast({ tone: "success", title: t("developers.command.copied") });
  }
  return (
    <article className={styles.view} aria-label={operation.summary}>
      <div className={styles.back}>
        <Button variant="ghost" icon={back} flipIcon onPress={onBack}>
          {t("developers.operations")}
        </Button>
      </div>
      <div lang="en" dir="ltr" className={styles.head}>
        <h2>{operation.summary}</h2>
        <p className={styles.path}>
          <span className={styles.method} data-method={operation.method}>
            {operation.method}
          </span>
          <code>{`/api/v1${operation.path}`}</code>
        </p>
        <p className={styles.about}>{withCode(operation.description)}</p>
      </div>
      <form className={styles.form} noValidate onSubmit={submit}>
        {operation.parameters.map((parameter) => (
          <ParameterField
            key={parameter.name}
            parameter={parameter}
            value={values[parameter.name] ?? ""}
            onChange={(value) => setTyped((current) => ({ ...current, [parameter.name]: value }))}
            errorMessage={isSent ? problemOf(parameter) : undefined}
          />
        ))}
        {body !== undefined && (
          <div className={styles.body} dir="ltr">
            <TextArea
              label={t("developers.body")}
              rows={5}
              maxRows={20}
              spellCheck="false"
              value={body}
              onChange={setTypedBody}
              errorMessage={isSent ? bodyProblem : undefined}
            />
          </div>
        )}
        <div className={styles.send}>
          <Button type="submit" variant="primary" size={32} icon={sendIcon} flipIcon isPending={request.isPending}>
            {t("developers.send")}
          </Button>
          <p className={styles.quiet}>{t("developers.send.about")}</p>
        </div>
      </form>
      {request.error && (
        <p role="alert" className={styles.failure}>
          {t("developers.noAnswer")}
        </p>
      )}
      {request.data && <AnswerView key={request.submittedAt} answer={request.data} />}
      <section className={styles.block}>
        <header>
          <h3>{t("developers.command")}</h3>
          <Button variant="ghost" size={24} icon={copyIcon} onPress={() => void copy()}>
            {t("common.copy")}
          </Button>
        </header>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by the keyboard */}
        <pre dir="ltr" tabIndex={0}>
          {command}
        </pre>
      </section>
    </article>
  );
}

/** Renders text between backticks as code. */
const withCode = (text: string) =>
  text.split("`").map((part, at) => (at % 2 === 1 ? <Mono key={`${at}${part}`}>{part}</Mono> : part));

const sampleTypeId = "typ_01JD3Q5W7X9ZABCDEFGHJKMNPQ";
const hasParameter = ({ parameters }: Operation, name: string) => parameters.some((one) => one.name === name && one.required);

interface ParameterFieldProps {
  parameter: Parameter;
  value: string;
  onChange: (value: string) => void;
  errorMessage: string | undefined;
}

function ParameterField({ parameter, value, onChange, errorMessage }: ParameterFieldProps) {
  const t = useT();
  const { name, required, schema, description } = parameter;
  const choices = schema?.type === "boolean" ? ["true", "false"] : schema?.enum;
  const shared = { label: name, isRequired: required, errorMessage, ...(description ? { description } : {}) };
  if (choices)
    return (
      <Select
        {...shared}
        options={[...(required ? [] : [{ id: "", label: t("developers.notSent") }]), ...choices.map((id) => ({ id, label: id }))]}
        value={value}
        onChange={onChange}
      />
    );
  return (
    <TextField
      {...shared}
      textDirection="ltr"
      placeholder={exampleOf(parameter)}
      value={value}
      onChange={onChange}
      spellCheck="false"
    />
  );
}
