import type { MessageKey } from "@kartis/i18n/messages.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client, trpc } from "../../lib/api.ts";
import { useT } from "../../lib/i18n.tsx";
import { EmailField } from "./EmailField.tsx";
import styles from "./forms.module.css";
import { touch } from "../../lib/device/touch.ts";
import { GoogleButton } from "./GoogleButton.tsx";
import { IdentityForm } from "./IdentityForm.tsx";
import type { Way } from "./LoginPage.tsx";
import { PasskeyButton } from "./passkeys/PasskeyButton.tsx";
import { PasswordField } from "./PasswordField.tsx";
import { TextButton } from "./TextButton.tsx";
import type { SignedIn } from "./useEntry.ts";
import { usePasskeySignIn } from "./passkeys/usePasskeySignIn.ts";
import { useSubmit } from "./useSubmit.ts";
import { emailProblem } from "./validation.ts";

export interface EntryFormProps {
  email: string;
  onEmail: (email: string) => void;
  onWay: (way: Way) => void;
  onSignedIn: (signedIn: SignedIn) => Promise<void>;
}

/** Why coming back from Google did not end in being signed in. */
const failures: Readonly<Record<string, MessageKey>> = { google: "errors.googleFailed", googleMail: "errors.googleMail" };

export function PasswordForm({ email, onEmail, onWay, onSignedIn, failed }: EntryFormProps & { failed: string | null }) {
  const t = useT();
  const [password, setPassword] = useState("");
  const messageKey = failed === null ? undefined : failures[failed];
  const refused = messageKey && { code: "UNAUTHORIZED", messageKey, text: "" };
  // Without an answer the other ways in still work.
  const { data: options } = useQuery(trpc.identity.signInOptions.queryOptions({}, { meta: { quiet: true } }));
  const { isPending, error, fields, submit, clear } = useSubmit(async () => {
    await onSignedIn(await client.identity.signIn.mutate({ email: email.trim(), password }));
  });
  const passkey = usePasskeySignIn(onSignedIn);
  return (
    <IdentityForm
      title={t("identity.signIn")}
      above={
        <>
          {options?.google && <GoogleButton />}
          {passkey.isSupported && <PasskeyButton isPending={passkey.isPending} onPress={passkey.signIn} />}
          {(options?.google || passkey.isSupported) && <div className={styles.or}>{t("identity.or")}</div>}
        </>
      }
      error={error ?? passkey.error ?? refused}
      isPending={isPending}
      submitLabel={t("identity.signIn")}
      pendingLabel={t("identity.signIn.pending")}
      onSubmit={() => void submit({ ...emailProblem(email), ...(password ? {} : { password: "identity.password.required" }) })}
      foot={
        <>
          <TextButton onPress={() => onWay("code")}>{t("identity.signInWithCode")}</TextButton>
          <span>
            {t("identity.newHere")} <TextButton onPress={() => onWay("signUp")}>{t("identity.createAccount")}</TextButton>
          </span>
        </>
      }
    >
      <EmailField
        autoComplete="username webauthn"
        autoFocus={!touch.isNow()}
        value={email}
        onChange={(value) => {
          onEmail(value);
          clear("email");
        }}
        errorMessage={fields.email}
      />
      <div className={styles.password}>
        <PasswordField
          value={password}
          onChange={(value) => {
            setPassword(value);
            clear("password");
          }}
          errorMessage={fields.password}
        />
        {/* Beside the label, and after the password for Tab. */}
        <span className={styles.forgot}>
          <TextButton onPress={() => onWay("reset")}>{t("identity.forgotPassword")}</TextButton>
        </span>
      </div>
    </IdentityForm>
  );
}
