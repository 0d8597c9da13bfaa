import { languageNames, languages } from "@kartis/i18n/languages.ts";
import type { ReactNode } from "react";
import { Button } from "react-aria-components/Button";
import { setLanguage, useT } from "../../lib/i18n.tsx";
import { Brand } from "../../ui/display/Brand.tsx";
import styles from "./LoginPage.module.css";
import { Timeline } from "./Timeline.tsx";

/** The frame of the signed-out pages: the brand, the languages, and a preview of the app. */
export function EntryFrame({ children }: { children: ReactNode }) {
  const t = useT();
  return (
    <div className={styles.page}>
      <div className={styles.start}>
        <header>
          <Brand />
        </header>
        <main className={styles.main}>{children}</main>
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
