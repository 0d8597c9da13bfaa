import { useState, type ReactNode } from "react";
import { client } from "../../lib/api.ts";
import { useT } from "../../lib/i18n.tsx";
import type { RouterInputs } from "../../lib/types.ts";
import { Button } from "../../ui/actions/Button.tsx";
import { TextField } from "../../ui/inputs/TextField.tsx";
import { PasswordField } from "../identity/PasswordField.tsx";
import type { Problems } from "../identity/useSubmit.ts";
import { useSaving } from "../settings/useSaving.ts";
import styles from "./ProfilePage.module.css";

type Proof = RouterInputs["identity"]["startPasskey"]["proof"];

interface ProofEntry {
  proof: Proof;
  isDirty: boolean;
  /** Problems to fix before it can be sent. */
  problems: () => Problems;
  fields: (errors: Partial<Record<string, string>>, clear: (field: string) => void) => ReactNode;
}

/** Asks for proof of identity again: a code of the authenticator app, the password, or a mailed code, whichever the person has. */
export function useProof(kind: Proof["kind"], email: string): ProofEntry {
  const t = useT();
  const [entered, setEntered] = useState("");
  const [isSent, setSent] = useState(false);
  const sending = useSaving(async () => {
    await client.identity.requestCode.mutate({ email });
    setSent(true);
  });
  const send = (
    <Button isPending={sending.isPending} onPress={() => void sending.submit()}>
      {isSent ? t("identity.code.resend") : t("identity.code.send")}
    </Button>
  );
  return {
    proof: kind === "password" ? { kind, password: entered } : { kind, code: entered.trim() },
    isDirty: entered !== "",
    problems(): Problems {
      if (kind === "password") return entered ? {} : { password: "security.password.required" };
      if (kind === "mail") return /^\d{6}$/.test(entered) ? {} : { code: "validation.code" };
      return entered.trim() ? {} : { code: "validation.required" };
    },
    fields(errors, clear) {
      const field = kind === "password" ? "password" : "code";
      const change = (value: string) => {
        setEntered(kind === "mail" ? value.replace(/\D/g, "") : value);
        clear(field);
      };
      if (kind === "password")
        return (
          <PasswordField
            size={32}
            label={t("security.password.current")}
            value={entered}
            onChange={change}
            errorMessage={errors["password"]}
          />
        );
      const code = (
        <TextField
          label={kind === "app" ? t("security.code") : t("identity.code.label")}
          {...(kind === "app" ? {} : { inputMode: "numeric" as const })}
          autoComplete="one-time-code"
          textDirection="ltr"
          maxLength={kind === "app" ? 40 : 6}
          value={entered}
          onChange={change}
          errorMessage={errors["code"]}
        />
      );
      if (kind === "app") return code;
      return (
        <>
          <p className={styles.note}>{isSent ? t("identity.confirm.sent", { email }) : t("security.proof.mail")}</p>
          <div>{send}</div>
          {code}
        </>
      );
    },
  };
}
