import { useState } from "react";
import { languageNames, languages } from "@kartis/i18n/languages.ts";
import { Button } from "react-aria-components/Button";
import { setLanguage, useT } from "../../lib/i18n.tsx";
import { useTitle } from "../../lib/title.ts";
import { Brand } from "../../ui/Brand.tsx";
import { CodeForm } from "./CodeForm.tsx";
import styles from "./LoginPage.module.css";
import { PasswordForm } from "./PasswordForm.tsx";
import { SecondFactorForm } from "./SecondFactorForm.tsx";
import { SignUpForm } from "./SignUpForm.tsx";
import { Timeline } from "./Timeline.tsx";
import { useEntry } from "./useEntry.ts";

export type Way = "password" | "code" | "reset" | "signUp";

export function LoginPage() {
  const t = useT();
  const [way, setWay] = useState<Way>(() =>
    new URLSearchParams(location.search).get("way") === "signUp" ? "signUp" : "password",
  );
  // Kept while one goes from one form to another.
  const [email, setEmail] = useState("");
  const { enter, challenge, failed, leave } = useEntry();
  useTitle(way === "signUp" ? t("identity.signUp.title") : t("identity.signIn"));
  const form = { email, onEmail: setEmail, onWay: setWay, onSignedIn: enter };
  return (
    <div className={styles.page}>
      <div className={styles.start}>
        <header>
          <Brand />
        </header>
        <main className={styles.main}>
          {challenge ? (
            <SecondFactorForm
              challenge={challenge}
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
        </main>
        <footer className={styles.footer}>
          <nav className={styles.languages} aria-label={t("shell.language")}>
            {languages.map((language) => (
              <Button
                key={language}
                className={styles.language ?? ""}
                lang={language}
                {...(language === t.language ? { "aria-current": "true" } : {})}
                onPress={() => void setLanguage(language)}
              >
                {languageNames[language]}
              </Button>
            ))}
          </nav>
        </footer>
      </div>
      <Timeline />
    </div>
  );
}
