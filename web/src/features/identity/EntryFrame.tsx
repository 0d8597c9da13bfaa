import { languageNames, languages } from "@kartis/i18n/languages.ts";
import { useSyncExternalStore, type ReactNode } from "react";
import { Button } from "react-aria-components/Button";
import { setLanguage, useT } from "../../lib/i18n.tsx";
import { later } from "../../lib/later.tsx";
import { Brand } from "../../ui/display/Brand.tsx";
import styles from "./LoginPage.module.css";

/** A picture beside the form, where there is room for it: it brings the letters of three scripts along. */
const Timeline = later(async () => (await import("./welcome/Timeline.tsx")).Timeline);
const room = matchMedia("(min-width: 1024px)");

function subscribe(onChange: () => void): () => void {
  room.addEventListener("change", onChange);
  return () => room.removeEventListener("change", onChange);
}

/** The frame of the signed-out pages: the brand, the languages, and a preview of the app. */
export function EntryFrame({ children }: { children: ReactNode }) {
  const t = useT();
  const hasRoom = useSyncExternalStore(subscribe, () => room.matches);
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
      <div className={styles.side} aria-hidden="true">
        {hasRoom && <Timeline />}
      </div>
    </div>
  );
}
