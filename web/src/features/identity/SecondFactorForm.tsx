import { useState } from "react";
import { client } from "../../lib/api.ts";
import { useT } from "../../lib/i18n.tsx";
import { Button } from "../../ui/actions/Button.tsx";
import { TextField } from "../../ui/inputs/TextField.tsx";
import { hasPasskeys, signByPasskey } from "./ceremony.ts";
import { FormFailure } from "./FormFailure.tsx";
import styles from "./forms.module.css";
import { PasskeyButton } from "./PasskeyButton.tsx";
import { TextButton } from "./TextButton.tsx";
import type { Question, SignedIn } from "./useEntry.ts";
import { useSubmit, type Problems } from "./useSubmit.ts";

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
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit(problems());
      }}
    >
      <h1 className={styles.title}>{t("identity.secondFactor.title")}</h1>
      <p className={styles.intro}>{isRecovery ? t("identity.secondFactor.recoveryIntro") : t("identity.secondFactor.intro")}</p>
      <FormFailure error={error ?? passkey.error} />
      <TextField
        key={isRecovery ? "recovery" : "app"}
        label={isRecovery ? t("identity.secondFactor.recovery") : t("identity.code.label")}
        name="code"
        inputMode={isRecovery ? "text" : "numeric"}
        autoComplete={isRecovery ? "off" : "one-time-code"}
        autoFocus
        textDirection="ltr"
        maxLength={isRecovery ? 40 : 6}
        size={40}
        value={code}
        onChange={(value) => {
          setCode(isRecovery ? value : value.replace(/\D/g, ""));
          clear("code");
        }}
        errorMessage={fields.code}
      />
      <Button type="submit" variant="primary" size={40} isWide isPending={isPending} pendingLabel={t("identity.signIn.pending")}>
        {t("identity.signIn")}
      </Button>
      {question.passkey && hasPasskeys() && <PasskeyButton isPending={passkey.isPending} onPress={() => void passkey.submit()} />}
      <div className={styles.foot}>
        <TextButton
          onPress={() => {
            setRecovery(!isRecovery);
            setCode("");
            clear("code");
          }}
        >
          {isRecovery ? t("identity.secondFactor.useApp") : t("identity.secondFactor.useRecovery")}
        </TextButton>
        <TextButton onPress={onBack}>{t("identity.backToSignIn")}</TextButton>
      </div>
    </form>
  );
}
