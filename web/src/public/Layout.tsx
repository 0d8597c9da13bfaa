import globe from "@fluentui/svg-icons/icons/globe_20_regular.svg?icon";
import { isLanguage, languageNames, languages } from "@kartis/i18n/languages.ts";
import type { ReactNode } from "react";
import { Brand, Mark } from "../ui/display/Brand.tsx";
import { Icon } from "../ui/display/Icon.tsx";
import { setLanguage, useT } from "./language.ts";
import styles from "./Layout.module.css";
import { A, forgetLanguageOfLink } from "./navigation.tsx";

/** The links to sign up and to sign in. */
export const signUpPath = "/login?way=signUp";
const signInPath = "/login";

const thisYear = String(new Date().getFullYear());

/** Around every public page; neither side navigation nor floating buttons. */
export function Layout({ children }: { children: ReactNode }) {
  const t = useT();
  return (
    <div className={styles.site}>
      <a className={styles.skip} href="#content">
        {t("public.skip")}
      </a>
      <header className={`${styles.wide} ${styles.header}`}>
        <A href="/" className={styles.brand} aria-label={t("public.brand")}>
          <Brand />
        </A>
        <nav className={styles.nav} aria-label={t("public.main")}>
          <A href="/#product">{t("public.product")}</A>
          <A href="/#prices">{t("public.prices")}</A>
          <A href="/documentation">{t("public.documentation")}</A>
          <A href="/careers">{t("public.careers")}</A>
        </nav>
        <span className={styles.grow} />
        <LanguageSelect />
        <a href={signInPath} className={styles.signIn}>
          {t("public.signIn")}
        </a>
        <a href={signUpPath} data-look="primary" className={styles.start}>
          {t("public.start")}
        </a>
      </header>
      <main id="content" className={styles.main} tabIndex={-1}>
        {children}
      </main>
      <footer className={`${styles.wide} ${styles.footer}`}>
        <span className={styles.mark}>
          <Mark size={20} />
        </span>
        <span>{t("public.copyright", { year: thisYear })}</span>
        <span className={styles.grow} />
        <nav className={styles.footerLinks} aria-label="Kartis">
          <A href="/documentation">{t("public.documentation")}</A>
          <A href="/terms-and-conditions">{t("public.terms")}</A>
          <A href="/privacy-policy">{t("public.privacy")}</A>
          <A href="/careers">{t("public.careers")}</A>
        </nav>
      </footer>
    </div>
  );
}

/** The browser's own select: it needs no script of ours, and every assistive technology knows it. */
function LanguageSelect() {
  const t = useT();
  return (
    <label className={styles.language}>
      <Icon of={globe} size={16} />
      <select
        aria-label={t("public.language")}
        value={t.language}
        onChange={({ target: { value } }) => {
          forgetLanguageOfLink();
          if (isLanguage(value)) void setLanguage(value);
        }}
      >
        {languages.map((language) => (
          <option key={language} value={language} lang={language}>
            {languageNames[language]}
          </option>
        ))}
      </select>
    </label>
  );
}
