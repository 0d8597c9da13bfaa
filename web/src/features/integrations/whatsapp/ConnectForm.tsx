import type { WhatsAppNumber } from "@kartis/core/whatsapp/schema.ts";
import { isId } from "@kartis/core/kernel/id-form.ts";
import { useState } from "react";
import { client } from "../../../lib/api.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { Select } from "../../../ui/inputs/Select.tsx";
import { TextField } from "../../../ui/inputs/TextField.tsx";
import { useCardTypes } from "../../records/card-types.ts";
import { useSaving } from "../../settings/useSaving.ts";
import { refreshWhatsApp } from "../../whatsapp/queries.ts";
import styles from "../sms/sms.module.css";

const names = ["phoneNumberId", "businessId", "token", "appSecret"] as const;
const isSecret = (name: (typeof names)[number]) => name === "token" || name === "appSecret";

/** Connects the number, or changes its connection. Credentials are write-only. */
export function ConnectForm({ number, onDone }: { number: WhatsAppNumber | null; onDone: (isSaved: boolean) => void }) {
  const t = useT();
  const { types = [] } = useCardTypes();
  const [values, setValues] = useState({
    phoneNumberId: number?.phoneNumberId ?? "",
    businessId: number?.businessId ?? "",
    token: "",
    appSecret: "",
  });
  const [typeId, setTypeId] = useState<string | undefined>(number?.cardTypeId);
  const cardTypeId = typeId ?? types[0]?.id;
  const { isPending, fields, submit, clear } = useSaving(async () => {
    if (!isId("typ", cardTypeId)) return;
    const { token, appSecret, ...ids } = values;
    await client.whatsapp.connect.mutate({
      ...ids,
      cardTypeId,
      ...(token ? { token } : {}),
      ...(appSecret ? { appSecret } : {}),
    });
    await refreshWhatsApp();
    onDone(true);
  });
  return (
    <form
      className={styles.form}
      aria-label={t("whatsapp.connect")}
      noValidate
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {names.map((name, at) => (
        <TextField
          key={name}
          label={t(`whatsapp.connect.${name}`)}
          {...(isSecret(name)
            ? {
                type: "password" as const,
                autoComplete: "new-password",
                description: t(number ? "whatsapp.connect.kept" : "whatsapp.connect.sealed"),
              }
            : { inputMode: "numeric" as const })}
          textDirection="ltr"
          autoFocus={at === 0}
          value={values[name]}
          errorMessage={fields[name]}
          onChange={(next) => {
            setValues({ ...values, [name]: next });
            clear(name);
          }}
        />
      ))}
      <Select
        label={t("whatsapp.connect.cardType")}
        description={t("whatsapp.connect.cardType.about")}
        options={types.map(({ id, name }) => ({ id, label: name }))}
        value={cardTypeId ?? null}
        onChange={setTypeId}
      />
      <span className={styles.buttons}>
        <Button variant="primary" type="submit" isPending={isPending}>
          {t("whatsapp.connect.save")}
        </Button>
        {number && (
          <Button variant="ghost" onPress={() => onDone(false)}>
            {t("common.cancel")}
          </Button>
        )}
      </span>
    </form>
  );
}
