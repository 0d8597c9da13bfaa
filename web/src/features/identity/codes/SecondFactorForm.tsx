import { useState } from "react";
import { client } from "../../../lib/api.ts";
import { useT } from "../../../lib/i18n.tsx";
import { TextField } from "../../../ui/inputs/TextField.tsx";
import { hasPasskeys, signByPasskey } from "../passkeys/ceremony.ts";
import { CodeField } from "./CodeField.tsx";
import { IdentityForm } from "../IdentityForm.tsx";
import { PasskeyButton } from "../passkeys/PasskeyButton.tsx";
import { TextButton } from "../TextButton.tsx";
import type { Question, SignedIn } from "../useEntry.ts";
import { useSubmit, type Problems } from "../useSubmit.ts";

interface SecondFactorFormProps {
  question: Question;
  onSignedIn: (signedIn: SignedIn) => Promise<void>;
  onBack: () => void;
}

/** After any first factor: the authenticator app's code, a passkey, or a recovery code if the app is lost. */
export function SecondFactorForm({ question, onSignedIn, onBack }: SecondFactorFormProps) {
  const t = useT();
  const { challenge } = question;
  const [isRecovery, setRecovery] = useState(false);
  const [code, setCode] = useState("");
  const { isPending, error, fields, submit, clear } = useSubmit(async () => {
    await onSignedIn(await client.identity.completeSignIn.mutate({ challenge, code: code.trim() }));
  });
  const passkey = useSubmit(async () => {
    const options = await client.identity.startPasskeySecondStep.mutate({ challenge });
    const assertion = await signByPasskey(options);
    await onSignedIn(await client.identity.completeSignInWithPasskey.mutate({ challenge, assertion }));
  });
  const problems = (): Problems => {
    if (isRecovery) return code.trim() ? {} : { code: "identity.secondFactor.recoveryRequired" };
    return /^\d{6}$/.test(code) ? {} : { code: "validation.code" };
  };
  const change = (value: string) => {
    setCode(value);
    clear("code");
  };
  return (
    <IdentityForm
      title={t("identity.secondFactor.title")}
      intro={isRecovery ? t("identity.secondFactor.recoveryIntro") : t("identity.secondFactor.intro")}
      error={error ?? passkey.error}
      isPending={isPending}
      submitLabel={t("identity.signIn")}
      pendingLabel={t("identity.signIn.pending")}
      onSubmit={() => void submit(problems())}
      below={
        question.passkey && hasPasskeys() && <PasskeyButton isPending={passkey.isPending} onPress={() => void passkey.submit()} />
      }
      foot={
        <>
          <TextButton
            onPress={() => {
              setRecovery(!isRecovery);
              change("");
            }}
          >
            {isRecovery ? t("identity.secondFactor.useApp") : t("identity.secondFactor.useRecovery")}
          </TextButton>
          <TextButton onPress={onBack}>{t("identity.backToSignIn")}</TextButton>
        </>
      }
    >
      {isRecovery ? (
        <TextField
          label={t("identity.secondFactor.recovery")}
          name="code"
          autoComplete="off"
          autoFocus
          textDirection="ltr"
          maxLength={40}
          size={40}
          value={code}
          onChange={change}
          errorMessage={fields.code}
        />
      ) : (
        <CodeField value={code} onChange={change} errorMessage={fields.code} />
      )}
    </IdentityForm>
  );
}
