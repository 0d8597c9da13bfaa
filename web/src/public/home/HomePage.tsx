import search from "@fluentui/svg-icons/icons/search_16_regular.svg?icon";
import { languageNames, languages, type Language } from "@kartis/i18n/languages.ts";
import { lazy, type ReactNode, Suspense, useEffect } from "react";
import { RecordAvatar } from "../../ui/display/Avatar.tsx";
import type { Hue } from "../../ui/display/hue.ts";
import { Icon } from "../../ui/display/Icon.tsx";
import { Dot, Pill } from "../../ui/display/Pill.tsx";
import { ContactForm } from "../contact/ContactForm.tsx";
import { useHead } from "../head.ts";
import { useT } from "../language.ts";
import { signUpPath } from "../Layout.tsx";
import { A } from "../navigation.tsx";
import styles from "./HomePage.module.css";
import { Preview } from "./Preview.tsx";

const Prices = lazy(() => import("./Prices.tsx"));

/** The browser looked for the section of the address before there was a page. Drawn with what stands above the sections and comes last. */
function ScrollToSection() {
  useEffect(() => document.getElementById(location.hash.slice(1))?.scrollIntoView(), []);
  return null;
}

export function HomePage() {
  const t = useT();
  useHead(t("public.home.head"), t("public.home.lead"), "/");
  const start = (
    <a href={signUpPath} data-look="primary">
      {t("public.start")}
    </a>
  );
  return (
    <>
      <section className={`${styles.wide} ${styles.hero}`}>
        <h1>{t("public.home.title")}</h1>
        <div>
          <p>{t("public.home.lead")}</p>
          <div className={styles.actions}>
            {start}
            <A href="/#contact" data-look="secondary">
              {t("public.talk")}
            </A>
          </div>
        </div>
      </section>
      <Preview />
      <section id="product" className={`${styles.wide} ${styles.section}`}>
        <div className={styles.heading}>
          <h2>{t("public.home.safe.title")}</h2>
          <p>{t("public.home.safe.lead")}</p>
        </div>
        <div className={styles.features}>
          <Feature title={t("public.home.cards.title")} text={t("public.home.cards.text")}>
            <Statuses />
          </Feature>
          <Feature title={t("public.home.views.title")} text={t("public.home.views.text")}>
            <Groups />
          </Feature>
          <Feature title={t("public.home.undo.title")} text={t("public.home.undo.text")}>
            <Undoable />
          </Feature>
        </div>
        <div className={styles.features}>
          <Feature title={t("public.home.search.title")} text={t("public.home.search.text")}>
            <Found />
          </Feature>
          <Feature title={t("public.home.why.title")} text={t("public.home.why.text")}>
            <Why />
          </Feature>
          <Feature title={t("public.home.together.title")} text={t("public.home.together.text")}>
            <Together />
          </Feature>
        </div>
      </section>
      <section className={`${styles.wide} ${styles.section}`}>
        <div className={styles.heading}>
          <h2>{t("public.home.connect.title")}</h2>
          <p>{t("public.home.connect.lead")}</p>
        </div>
        <div className={styles.features} data-plain>
          {(["messages", "leads", "automations"] as const).map((what) => (
            <Feature key={what} title={t(`public.home.connect.${what}.title`)} text={t(`public.home.connect.${what}.text`)} />
          ))}
        </div>
      </section>
      <section className={`${styles.wide} ${styles.section}`}>
        <div className={styles.heading}>
          <h2>{t("public.home.bring.title")}</h2>
          <p>{t("public.home.bring.lead")}</p>
        </div>
        <ol className={styles.features} data-plain>
          {(["one", "two", "three"] as const).map((step) => (
            <li key={step} className={styles.feature}>
              <h3>{t(`public.home.bring.${step}.title`)}</h3>
              <p>{t(`public.home.bring.${step}.text`)}</p>
            </li>
          ))}
        </ol>
      </section>
      <Languages />
      <Suspense>
        <Prices />
        <ScrollToSection />
      </Suspense>
      <section className={`${styles.wide} ${styles.next}`}>
        <h2>{t("public.home.next.title")}</h2>
        <p>{t("public.home.next.text")}</p>
        <ul>
          <li>{t("public.home.next.finance")}</li>
          <li>{t("public.home.next.payments")}</li>
        </ul>
      </section>
      <section id="contact" className={`${styles.wide} ${styles.end}`}>
        <div>
          <h2>{t("public.home.end.title")}</h2>
          <p>{t("public.home.end.text")}</p>
          <div className={styles.actions}>{start}</div>
        </div>
        <ContactForm />
      </section>
    </>
  );
}

function Feature({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div className={styles.feature}>
      <h3>{title}</h3>
      <p>{text}</p>
      {/* A picture in words: what it says, the text above says. */}
      {children && (
        <div className={styles.fragment} aria-hidden="true">
          {children}
        </div>
      )}
    </div>
  );
}

function Statuses() {
  const t = useT();
  const rows = [
    ["Galil Cold Storage", "violet", t("public.shot.openDeal")],
    ["Kovács Építő Kft.", "amber", t("public.shot.inProgress")],
    ["Arbel Winery", "teal", t("public.shot.connected")],
    ["Норд-Фасад", "orange", t("public.shot.attempted")],
    ["מלון כפר בלום", "green", t("public.shot.paying")],
  ] as const;
  return rows.map(([name, hue, status]) => (
    <div key={name} className={styles.line}>
      <RecordAvatar name={name} />
      <bdi className={styles.name}>{name}</bdi>
      <Pill hue={hue}>{status}</Pill>
    </div>
  ));
}

function Groups() {
  const t = useT();
  const rows: readonly (readonly [Hue, string, number, string])[] = [
    ["slate", t("public.shot.new"), 214, "₪ 1,206,400"],
    ["amber", t("public.shot.inProgress"), 96, "₪ 2,871,250"],
    ["teal", t("public.shot.connected"), 151, "₪ 3,040,900"],
    ["violet", t("public.shot.openDeal"), 38, "₪ 4,512,000"],
    ["green", t("public.shot.paying"), 72, "₪ 6,148,300"],
  ];
  return rows.map(([hue, name, count, sum]) => (
    <div key={name} className={styles.line}>
      <Dot hue={hue} />
      <span className={styles.name}>{name}</span>
      <span className={styles.quiet}>{count}</span>
      <bdi className={styles.number}>{sum}</bdi>
    </div>
  ));
}

/** A search in one alphabet finds names in all of them. */
function Found() {
  const t = useT();
  const rows: readonly (readonly [string, Hue, string])[] = [
    ["כהן נגרות", "green", t("public.shot.customer")],
    ["Cohen & Sons Ltd", "green", t("public.shot.customer")],
    ["Коэн Логистика", "violet", t("public.shot.project")],
  ];
  return (
    <>
      <div className={styles.line}>
        <Icon of={search} />
        <bdi className={styles.name}>Cohen</bdi>
      </div>
      {rows.map(([name, hue, type]) => (
        <div key={name} className={styles.line}>
          <RecordAvatar name={name} />
          <bdi className={styles.name}>{name}</bdi>
          <Dot hue={hue} />
          <span className={styles.quiet}>{type}</span>
        </div>
      ))}
    </>
  );
}

function Why() {
  const t = useT();
  return (["role", "may", "owner", "way"] as const).map((line) => (
    <div key={line} className={styles.line}>
      <span className={line === "way" ? styles.action : styles.name}>{t(`public.home.why.${line}`)}</span>
    </div>
  ));
}

function Together() {
  const t = useT();
  return (
    <>
      {(["price", "phone"] as const).map((field) => (
        <div key={field} className={styles.line}>
          <span className={styles.name}>{t(`public.home.together.${field}`)}</span>
          <span className={styles.quiet}>11:48</span>
        </div>
      ))}
      <div className={styles.line}>
        <Pill hue="green">{t("public.home.together.kept")}</Pill>
      </div>
    </>
  );
}

function Undoable() {
  const t = useT();
  const undo = t("public.shot.undo");
  const rows = [
    // Isolated, because an arrow does not turn with the line.
    [`${t("public.shot.price")}: \u2066280,000 → 312,000\u2069`, undo],
    [`${t("public.shot.stage")}, ${t("public.shot.manyCards", { count: 48 })}`, undo],
    [t("public.shot.import"), undo],
    [t("public.shot.mergedCards"), t("public.shot.takeApart")],
    [t("public.shot.deletedCard"), t("public.shot.restore")],
  ] as const;
  return rows.map(([what, action]) => (
    <div key={what} className={styles.line}>
      <span className={styles.name}>{what}</span>
      <span className={styles.action}>{action}</span>
    </div>
  ));
}

const newCustomer: Readonly<Record<Language, string>> = {
  en: "New customer",
  he: "לקוח חדש",
  hu: "Új ügyfél",
  ru: "Новый клиент",
};

function Languages() {
  const t = useT();
  return (
    <section className={styles.languages}>
      <div className={styles.wide}>
        <div>
          <h2>{t("public.home.languages.title")}</h2>
          <p>{t("public.home.languages.text")}</p>
        </div>
        <ul>
          {languages.map((language) => (
            <li key={language}>
              <bdi lang={language}>{newCustomer[language]}</bdi>
              <span lang={language}>{languageNames[language]}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
