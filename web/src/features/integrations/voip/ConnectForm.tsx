import type { CredentialField, VoipConnection, VoipSettings } from "@kartis/core/voip/schema.ts";
import { useState } from "react";
import { client } from "../../../lib/api.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { Link } from "../../../ui/actions/Link.tsx";
import { Select } from "../../../ui/inputs/Select.tsx";
import { TextField } from "../../../ui/inputs/TextField.tsx";
import { Checkbox } from "../../../ui/inputs/Checkbox.tsx";
import { useSaving } from "../../settings/useSaving.ts";
import { refreshVoip } from "../../voip/queries.ts";
import styles from "../sms/sms.module.css";
import { useProviderName } from "./provider-name.ts";

interface ConnectFormProps {
  connection: VoipConnection | null;
  providers: VoipSettings["providers"];
  onDone: (isSaved: boolean) => void;
}

/** Connects a provider, or changes its connection. Secrets are write-only. */
export function ConnectForm({ connection, providers, onDone }: ConnectFormProps) {
  const t = useT();
  const providerName = useProviderName();
  const [provider, setProvider] = useState(connection?.provider ?? providers[0]?.name ?? "");
  const [values, setValues] = useState<Readonly<Record<string, string>>>(connection?.values ?? {});
  const fieldsOf = providers.find(({ name }) => name === provider)?.fields ?? [];
  const isKept = connection?.provider === provider;
  const { isPending, fields, submit, clear } = useSaving(async () => {
    await client.voip.connect.mutate({ provider, values });
    await refreshVoip();
    onDone(true);
  });
  return (
    <form
      className={styles.form}
      aria-label={t("voip.connect")}
      noValidate
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Select
        label={t("voip.connect.provider")}
        options={providers.map(({ name }) => ({ id: name, label: providerName(name) }))}
        value={provider}
        errorMessage={fields["provider"]}
        onChange={setProvider}
      />
      <p className={styles.quiet}>
        {t("voip.connect.where")} {t.find(`voip.connect.where.${provider}`)}{" "}
        <Link href="/documentation/calls">{t("voip.connect.help")}</Link>
      </p>
      {fieldsOf.map((field, at) => (
        <CredentialInput
          key={`${provider}.${field.name}`}
          field={field}
          isFirst={at === 0}
          isKept={isKept}
          value={values[field.name] ?? ""}
          errorMessage={fields[`values.${field.name}`]}
          onChange={(next) => {
            setValues({ ...values, [field.name]: next });
            clear(`values.${field.name}`);
          }}
        />
      ))}
      <span className={styles.buttons}>
        <Button variant="primary" type="submit" isPending={isPending}>
          {t("voip.connect.save")}
        </Button>
        {connection && (
          <Button variant="ghost" onPress={() => onDone(false)}>
            {t("common.cancel")}
          </Button>
        )}
      </span>
    </form>
  );
}

interface CredentialInputProps {
  field: CredentialField;
  isFirst: boolean;
  /** A secret that is not entered stays as it is stored. */
  isKept: boolean;
  value: string;
  errorMessage: string | undefined;
  onChange: (value: string) => void;
}

function CredentialInput({
  field: { name, kind, isTested },
  isFirst,
  isKept,
  value,
  errorMessage,
  onChange,
}: CredentialInputProps) {
  const t = useT();
  const label = t.find(`voip.field.${name}`) ?? name;
  if (kind === "check")
    return (
      <Checkbox isSelected={value === "yes"} onChange={(isOn) => onChange(isOn ? "yes" : "")}>
        {label}
      </Checkbox>
    );
  const hint = t.find(`voip.field.${name}.hint`);
  const sealed = kind === "secret" ? t(`voip.connect.${isKept ? "kept" : isTested ? "sealed" : "untested"}`) : undefined;
  return (
    <TextField
      label={label}
      {...(kind === "secret" ? { type: "password" as const, autoComplete: "new-password" } : {})}
      description={[hint, sealed].filter(Boolean).join(" ")}
      textDirection="ltr"
      autoFocus={isFirst}
      value={value}
      errorMessage={errorMessage}
      onChange={onChange}
    />
  );
}
