import { useState } from "react";
import { client } from "../../lib/api.ts";
import { useT } from "../../lib/i18n.tsx";
import { Button } from "../../ui/Button.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { showToast } from "../../ui/toasts.ts";
import { FormFailure } from "./FormFailure.tsx";
import styles from "./forms.module.css";
import type { EntryFormProps } from "./PasswordForm.tsx";
import { TextButton } from "./TextButton.tsx";
import { useEntry } from "./useEntry.ts";
import { useSubmit } from "./useSubmit.ts";
import { emailProblem } from "./validation.ts";

/** First the address, then the six digits that were mailed to it. */
export function CodeForm({ email, onEmail, onWay }: EntryFormProps) {
  const t = useT();
  const [isSent, setSent] = useState(false);
  const { isPending, error, fields, submit, clear } = useSubmit(async () => {
    await client.identity.requestCode.mutate({ email: email.trim() });
    setSent(true);
  });
  if (isSent) return <CodeEntry email={email.trim()} onWay={onWay} />;
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit(emailProblem(email));
      }}
    >
      <h1 className={styles.title}>{t("identity.code.emailTitle")}</h1>
      <p className={styles.intro}>{t("identity.code.intro")}</p>
      <FormFailure error={error} />
      <TextField
        label={t("identity.email")}
        name="email"
        type="email"
        autoComplete="username"
        size={40}
        value={email}
        onChange={(value) => {
          onEmail(value);
          clear("email");
        }}
        errorMessage={fields.email}
      />
      <Button type="submit" variant="primary" size={40} isWide isPending={isPending} pendingLabel={t("identity.code.sending")}>
        {t("identity.code.send")}
      </Button>
      <div className={styles.foot}>
        <TextButton onPress={() => onWay("password")}>{t("identity.signInWithPassword")}</TextButton>
      </div>
    </form>
  );
}

function CodeEntry({ email, onWay }: { email: string; onWay: EntryFormProps["onWay"] }) {
  const t = useT();
  const enter = useEntry();
  const [code, setCode] = useState("");
  const { isPending, error, fields, submit, clear } = useSubmit(async () => {
    await client.identity.signInWithCode.mutate({ email, code });
    await enter();
  });
  const resend = useSubmit(async () => {
    await client.identity.requestCode.mutate({ email });
    showToast({ tone: "success", title: t("identity.code.resent") });
  });
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit(/^\d{6}$/.test(code) ? {} : { code: "validation.code" });
      }}
    >
      <h1 className={styles.title}>{t("identity.code.title")}</h1>
      <p className={styles.intro}>{t("identity.code.sent", { email })}</p>
      <FormFailure error={error ?? resend.error} />
      <TextField
        label={t("identity.code.label")}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        textDirection="ltr"
        maxLength={6}
        size={40}
        value={code}
        onChange={(value) => {
          setCode(value.replace(/\D/g, ""));
          clear("code");
        }}
        errorMessage={fields.code}
      />
      <Button type="submit" variant="primary" size={40} isWide isPending={isPending} pendingLabel={t("identity.signIn.pending")}>
        {t("identity.signIn")}
      </Button>
      <div className={styles.foot}>
        <TextButton onPress={() => void resend.submit()}>{t("identity.code.resend")}</TextButton>
        <TextButton onPress={() => onWay("password")}>{t("identity.signInWithPassword")}</TextButton>
      </div>
    </form>
  );
}
