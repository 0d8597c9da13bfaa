import { useState } from "react";
import { client } from "../../../lib/api.ts";
import { useT } from "../../../lib/i18n.tsx";
import { CodeEntry } from "./CodeEntry.tsx";
import { EmailField } from "../EmailField.tsx";
import { IdentityForm } from "../IdentityForm.tsx";
import type { EntryFormProps } from "../PasswordForm.tsx";
import { PasswordField } from "../PasswordField.tsx";
import { TextButton } from "../TextButton.tsx";
import { useSubmit } from "../useSubmit.ts";
import { emailProblem, passwordProblem } from "../validation.ts";

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
    <IdentityForm
      title={isReset ? t("identity.forgotPassword") : t("identity.code.emailTitle")}
      intro={isReset ? t("identity.reset.intro") : t("identity.code.intro")}
      error={error}
      isPending={isPending}
      submitLabel={t("identity.code.send")}
      pendingLabel={t("identity.code.sending")}
      onSubmit={() => void submit(emailProblem(email))}
      foot={back}
    >
      <EmailField
        autoFocus
        value={email}
        onChange={(value) => {
          onEmail(value);
          clear("email");
        }}
        errorMessage={fields.email}
      />
    </IdentityForm>
  );
}
