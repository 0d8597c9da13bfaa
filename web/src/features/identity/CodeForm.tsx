import { useState } from "react";
import { client } from "../../lib/api.ts";
import { useT } from "../../lib/i18n.tsx";
import { Button } from "../../ui/actions/Button.tsx";
import { TextField } from "../../ui/inputs/TextField.tsx";
import { CodeEntry } from "./CodeEntry.tsx";
import { FormFailure } from "./FormFailure.tsx";
import styles from "./forms.module.css";
import type { EntryFormProps } from "./PasswordForm.tsx";
import { PasswordField } from "./PasswordField.tsx";
import { TextButton } from "./TextButton.tsx";
import { useSubmit } from "./useSubmit.ts";
import { emailProblem, passwordProblem } from "./validation.ts";

/** First the address, then the six digits that were mailed to it; with a new password where the old one is forgotten. */
export function CodeForm({ email, onEmail, onWay, onSignedIn, isReset = false }: EntryFormProps & { isReset?: boolean }) {
  const t = useT();
  const [password, setPassword] = useState("");
  const [isSent, setSent] = useState(false);
  const { isPending, error, fields, submit, clear } = useSubmit(async () => {
    await client.identity.requestCode.mutate({ email: email.trim() });
    setSent(true);
  });
  const back = <TextButton onPress={() => onWay("password")}>{t("identity.signInWithPassword")}</TextButton>;
  if (isSent) {
    const address = email.trim();
    return (
      <CodeEntry
        title={isReset ? t("identity.reset.title") : t("identity.code.title")}
        intro={t("identity.code.sent", { email: address })}
        submitLabel={isReset ? t("identity.reset.submit") : t("identity.signIn")}
        pendingLabel={isReset ? t("identity.reset.pending") : t("identity.signIn.pending")}
        onCode={async (code) => {
          await onSignedIn(
            isReset
              ? await client.identity.resetPassword.mutate({ email: address, code, password })
              : await client.identity.signInWithCode.mutate({ email: address, code }),
          );
        }}
        onResend={async () => {
          await client.identity.requestCode.mutate({ email: address });
        }}
        {...(isReset && {
          problems: () => passwordProblem(password),
          more: (errors, mend) => (
            <PasswordField
              isNew
              value={password}
              description={t("identity.password.hint")}
              onChange={(value) => {
                setPassword(value);
                mend("password");
              }}
              errorMessage={errors.password}
            />
          ),
        })}
        foot={back}
      />
    );
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit(emailProblem(email));
      }}
    >
      <h1 className={styles.title}>{isReset ? t("identity.forgotPassword") : t("identity.code.emailTitle")}</h1>
      <p className={styles.intro}>{isReset ? t("identity.reset.intro") : t("identity.code.intro")}</p>
      <FormFailure error={error} />
      <TextField
        label={t("identity.email")}
        name="email"
        type="email"
        autoComplete="username"
        autoFocus
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
      <div className={styles.foot}>{back}</div>
    </form>
  );
}
