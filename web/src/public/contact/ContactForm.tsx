import { addressIn } from "@kartis/core/cards/fields/email-form.ts";
import { descriptionLength, titleLength } from "@kartis/core/support/rules.ts";
import { isLanguage, languageNames, languages, type Language } from "@kartis/i18n/languages.ts";
import { useId, useRef, useState, type FormEvent, type HTMLAttributes } from "react";
import { useT } from "../language.ts";
import styles from "./ContactForm.module.css";
import { sendContact } from "./send-contact.ts";

const names = ["mainContact", "company", "email", "phone", "description"] as const;
type Name = (typeof names)[number];
type Values = Readonly<Record<Name, string>>;

const blank: Values = { mainContact: "", company: "", email: "", phone: "", description: "" };
const lengths: Readonly<Record<Name, number>> = {
  mainContact: titleLength,
  company: titleLength,
  email: titleLength,
  phone: titleLength,
  description: descriptionLength,
};

/** Letters make no number; how many digits a country's numbers have, the server knows. */
const phoneForm = /^[+*]?[\d\s().\-/]{3,}$/;

function isRight(name: Name, value: string): boolean {
  const text = value.trim();
  if (name === "email") return addressIn(text) !== undefined;
  if (name === "phone") return phoneForm.test(text);
  return text !== "";
}

type State = "writing" | "sending" | "sent" | "failed" | "tooMany";

/** SPEC sections 3 and 5. What was typed stays until it is sent. */
export function ContactForm() {
  const t = useT();
  const form = useRef<HTMLFormElement>(null);
  const [state, setState] = useState<State>("writing");
  const [values, setValues] = useState(blank);
  const [answerIn, setAnswerIn] = useState<Language>();
  const [website, setWebsite] = useState("");
  /** Set when the form is sent, then updated only for fields that are still wrong. */
  const [wrong, setWrong] = useState<ReadonlySet<Name>>(new Set());

  function change(name: Name, value: string): void {
    setValues((now) => ({ ...now, [name]: value }));
    setWrong((now) => new Set([...now].filter((other) => other !== name || !isRight(name, value))));
  }

  function point(to: readonly Name[]): void {
    setWrong(new Set(to));
    const first = to[0] && form.current?.elements.namedItem(to[0]);
    if (first instanceof HTMLElement) first.focus();
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (state === "sending") return;
    setState("writing");
    const missing = names.filter((name) => !isRight(name, values[name]) || values[name].trim().length > lengths[name]);
    point(missing);
    if (missing.length > 0) return;
    setState("sending");
    const outcome = await sendContact({ ...values, language: answerIn ?? t.language, website });
    if (outcome.kind === "sent") setValues(blank);
    if (outcome.kind !== "refused") return setState(outcome.kind);
    const fields = names.filter((name) => outcome.fields.includes(name));
    setState(fields.length > 0 ? "writing" : "failed");
    point(fields);
  }

  if (state === "sent")
    return (
      <div className={styles.form} role="status">
        <h2 className={styles.title}>{t("public.contact.sent.title")}</h2>
        <p className={styles.done}>{t("public.contact.sent.message")}</p>
        <button type="button" data-look="secondary" onClick={() => setState("writing")}>
          {t("public.contact.another")}
        </button>
      </div>
    );

  const field = (name: Name) => ({
    name,
    label: t(`public.contact.${name}`),
    value: values[name],
    error: wrong.has(name) ? wordsOf(name) : undefined,
    onChange: (value: string) => change(name, value),
  });

  function wordsOf(name: Name): string {
    const isTooLong = values[name].trim().length > lengths[name];
    return isTooLong ? t("public.contact.tooLong", { max: lengths[name] }) : t(`public.contact.wrong.${name}`);
  }

  return (
    <form ref={form} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <h2 className={styles.title}>{t("public.contact.title")}</h2>
      {(state === "failed" || state === "tooMany") && (
        <div className={styles.failed} role="alert">
          <b>{t("public.contact.failed.title")}</b>
          <span>{t(state === "tooMany" ? "public.contact.tooMany" : "public.contact.failed.message")}</span>
        </div>
      )}
      <div className={styles.pair}>
        <Field {...field("mainContact")} autoComplete="name" />
        <Field {...field("company")} autoComplete="organization" />
      </div>
      <div className={styles.pair}>
        <Field {...field("email")} type="email" autoComplete="email" />
        <Field {...field("phone")} type="tel" autoComplete="tel" hint={t("public.contact.phone.hint")} />
      </div>
      <Field {...field("description")} rows={4} />
      <label className={styles.field}>
        <span className={styles.label}>{t("public.contact.language")}</span>
        <select
          name="language"
          value={answerIn ?? t.language}
          onChange={({ target: { value } }) => isLanguage(value) && setAnswerIn(value)}
        >
          {languages.map((language) => (
            <option key={language} value={language} lang={language}>
              {languageNames[language]}
            </option>
          ))}
        </select>
      </label>
      {/* For robots, which fill in whatever they find. */}
      <label className={styles.trap} aria-hidden="true">
        {t("public.contact.website")}
        <input
          name="website"
          tabIndex={-1}
          autoComplete="off"
          value={website}
          onChange={({ target }) => setWebsite(target.value)}
        />
      </label>
      <button type="submit" data-look="primary" aria-disabled={state === "sending"}>
        {t(state === "sending" ? "public.contact.sending" : "public.contact.send")}
      </button>
    </form>
  );
}

interface FieldProps {
  name: Name;
  label: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
  type?: "email" | "tel";
  autoComplete?: string;
  hint?: string;
  rows?: number;
}

function Field({ name, label, value, error, onChange, type, autoComplete, hint, rows }: FieldProps) {
  const id = useId();
  const help = error ?? hint;
  const common = {
    id,
    name,
    value,
    required: true,
    "aria-invalid": error !== undefined,
    ...(help ? { "aria-describedby": `${id}-help` } : {}),
    dir: type ? "ltr" : "auto",
  } satisfies HTMLAttributes<HTMLElement> & Record<string, unknown>;
  return (
    <div className={styles.field} data-invalid={error !== undefined || undefined}>
      <label className={styles.label} htmlFor={id}>
        {label}{" "}
        <span className={styles.required} aria-hidden="true">
          *
        </span>
      </label>
      {rows ? (
        <textarea {...common} rows={rows} onChange={({ target }) => onChange(target.value)} />
      ) : (
        <input {...common} type={type ?? "text"} autoComplete={autoComplete} onChange={({ target }) => onChange(target.value)} />
      )}
      {help && (
        <span id={`${id}-help`} className={error ? styles.error : styles.hint}>
          {help}
        </span>
      )}
    </div>
  );
}
