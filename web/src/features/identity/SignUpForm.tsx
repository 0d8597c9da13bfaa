import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client, trpc } from "../../lib/api.ts";
import { useT } from "../../lib/i18n.tsx";
import { Link } from "../../ui/actions/Link.tsx";
import { TextField } from "../../ui/inputs/TextField.tsx";
import { CodeEntry } from "./codes/CodeEntry.tsx";
import { EmailField } from "./EmailField.tsx";
import { touch } from "../../lib/device/touch.ts";
import styles from "./forms.module.css";
import { GoogleButton } from "./GoogleButton.tsx";
import { IdentityForm } from "./IdentityForm.tsx";
import { PasswordField } from "./PasswordField.tsx";
import type { EntryFormProps } from "./PasswordForm.tsx";
import { TextButton } from "./TextButton.tsx";
import { useSubmit, type Problems } from "./useSubmit.ts";
import { emailProblem, passwordProblem } from "./validation.ts";

export function SignUpForm({ email, onEmail, onWay, onSignedIn }: EntryFormProps) {
  const t = useT();
  const { data: options } = useQuery(trpc.identity.signInOptions.queryOptions({}));
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [token, setToken] = useState<string>();
  const ask = async () => {
    const asked = await client.identity.signUp.mutate({ name: name.trim(), email: email.trim(), password, language: t.language });
    return asked.signUpToken;
  };
  const { isPending, error, fields, submit, clear } = useSubmit(async () => {
    setToken(await ask());
  });
  if (token) {
    return (
      <CodeEntry
        title={t("identity.confirm.title")}
        intro={t("identity.confirm.sent", { email: email.trim() })}
        submitLabel={t("identity.confirm.submit")}
        pendingLabel={t("identity.createAccount.pending")}
        onCode={async (code) => {
          await onSignedIn(await client.identity.confirmSignUp.mutate({ signUpToken: token, code }));
        }}
        onResend={async () => setToken(await ask())}
        foot={<TextButton onPress={() => setToken(undefined)}>{t("identity.confirm.change")}</TextButton>}
      />
    );
  }

  function problems(): Problems {
    return {
      ...(name.trim() ? {} : { name: "identity.name.required" }),
      ...emailProblem(email),
      ...passwordProblem(password),
    };
  }

  return (
    <IdentityForm
      title={t("identity.signUp.title")}
      above={
        options?.google && (
          <>
            <GoogleButton />
            <div className={styles.or}>{t("identity.or")}</div>
          </>
        )
      }
      error={error}
      isPending={isPending}
      submitLabel={t("identity.createAccount")}
      pendingLabel={t("identity.createAccount.pending")}
      onSubmit={() => void submit(problems())}
      below={
        <p className={styles.terms}>
          {t("identity.signUp.accept")} <Link href="/terms-and-conditions">{t("identity.signUp.terms")}</Link>{" "}
          {t("identity.signUp.and")} <Link href="/privacy-policy">{t("identity.signUp.privacy")}</Link>
        </p>
      }
      foot={
        <span>
          {t("identity.haveAccount")} <TextButton onPress={() => onWay("password")}>{t("identity.signIn")}</TextButton>
        </span>
      }
    >
      <TextField
        label={t("identity.name")}
        name="name"
        autoComplete="name"
        autoFocus={!touch.isNow()}
        size={40}
        value={name}
        onChange={(value) => {
          setName(value);
          clear("name");
        }}
        errorMessage={fields.name}
      />
      <EmailField
        value={email}
        onChange={(value) => {
          onEmail(value);
          clear("email");
        }}
        errorMessage={fields.email}
      />
      <PasswordField
        isNew
        value={password}
        description={t("identity.password.hint")}
        onChange={(value) => {
          setPassword(value);
          clear("password");
        }}
        errorMessage={fields.password}
      />
    </IdentityForm>
  );
}
