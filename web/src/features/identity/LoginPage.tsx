import { useState } from "react";
import { useT } from "../../lib/i18n.tsx";
import { useTitle } from "../../lib/pages/title.ts";
import { CodeForm } from "./codes/CodeForm.tsx";
import { EntryFrame } from "./EntryFrame.tsx";
import { PasswordForm } from "./PasswordForm.tsx";
import { SecondFactorForm } from "./codes/SecondFactorForm.tsx";
import { SignUpForm } from "./SignUpForm.tsx";
import { useEntry } from "./useEntry.ts";

export type Way = "password" | "code" | "reset" | "signUp";

export function LoginPage() {
  const t = useT();
  const [way, setWay] = useState<Way>(() =>
    new URLSearchParams(location.search).get("way") === "signUp" ? "signUp" : "password",
  );
  // Kept when switching between the forms.
  const [email, setEmail] = useState("");
  const { enter, question, failed, leave } = useEntry();
  useTitle(way === "signUp" ? t("identity.signUp.title") : t("identity.signIn"));
  const form = { email, onEmail: setEmail, onWay: setWay, onSignedIn: enter };
  return (
    <EntryFrame>
      {question ? (
        <SecondFactorForm
          question={question}
          onSignedIn={enter}
          onBack={() => {
            leave();
            setWay("password");
          }}
        />
      ) : (
        <>
          {way === "password" && <PasswordForm {...form} failed={failed} />}
          {(way === "code" || way === "reset") && <CodeForm key={way} {...form} isReset={way === "reset"} />}
          {way === "signUp" && <SignUpForm {...form} />}
        </>
      )}
    </EntryFrame>
  );
}
