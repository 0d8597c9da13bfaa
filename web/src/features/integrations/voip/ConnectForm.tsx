import type { VoipConnection, VoipSettings } from "@kartis/core/voip/schema.ts";
import { useState } from "react";
import { client } from "../../../lib/api.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { Select } from "../../../ui/inputs/Select.tsx";
import { TextField } from "../../../ui/inputs/TextField.tsx";
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
      {fieldsOf.map(({ name, isSecret, isTested }, at) => (
        <TextField
          key={`${provider}.${name}`}
          label={t.find(`voip.field.${name}`) ?? name}
          {...(isSecret
            ? {
                type: "password" as const,
                autoComplete: "new-password",
                description: t(`voip.connect.${isKept ? "kept" : isTested ? "sealed" : "untested"}`),
              }
            : {})}
          textDirection="ltr"
          autoFocus={at === 0}
          value={values[name] ?? ""}
          errorMessage={fields[`values.${name}`]}
          onChange={(next) => {
            setValues({ ...values, [name]: next });
            clear(`values.${name}`);
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
