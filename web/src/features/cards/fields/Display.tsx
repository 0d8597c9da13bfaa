import checkmark from "@fluentui/svg-icons/icons/checkmark_12_filled.svg?icon";
import type { Field } from "@kartis/core/cards/schema.ts";
import type { ComponentType } from "react";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { Ltr, Num } from "../../../ui/Num.tsx";
import { Pill, Tag } from "../../../ui/Pill.tsx";
import { MemberAvatar } from "../MemberAvatar.tsx";
import { useNameOf } from "../members.tsx";
import styles from "./Display.module.css";
import { FileChips } from "./FileChips.tsx";
import { PhoneNumber } from "./PhoneNumber.tsx";
import { Priority } from "./Priority.tsx";
import { RelatedChips } from "./RelatedChips.tsx";
import { fieldTraits, type Control } from "./traits.ts";
import { asIds, asLink, asNumber, asText, currencyOf, optionOf, shortUrl } from "./values.ts";

export interface DisplayProps {
  field: Field;
  /** Not empty: the place of an empty value belongs to whoever shows it. */
  value: unknown;
  /** In a list a value has one line; on the card it has its links and all of its digits. */
  place: "cell" | "card";
}

function Line({ value }: DisplayProps) {
  return <bdi className={styles.text}>{asText(value)}</bdi>;
}

function Lines({ value, place }: DisplayProps) {
  return <bdi className={place === "card" ? styles.lines : styles.text}>{asText(value)}</bdi>;
}

function NumberDisplay({ value }: DisplayProps) {
  const format = useFormat();
  const number = asNumber(value);
  return number === undefined ? null : <Num>{format.number(number, { maximumFractionDigits: 10 })}</Num>;
}

function Money({ field, value, place }: DisplayProps) {
  const format = useFormat();
  const amount = asNumber(value);
  return amount === undefined ? null : <Num>{format.money(amount, currencyOf(field), { whole: place === "cell" })}</Num>;
}

function Check({ field, value }: DisplayProps) {
  const t = useT();
  return (
    <span
      className={styles.check}
      data-on={value === true || undefined}
      role="img"
      aria-label={`${field.label}: ${t(value === true ? "common.yes" : "common.no")}`}
    >
      {value === true && <Icon of={checkmark} />}
    </span>
  );
}

function Day({ value }: DisplayProps) {
  return <span className={styles.text}>{useFormat().day(asText(value))}</span>;
}

function DateTime({ value }: DisplayProps) {
  return <span className={styles.text}>{useFormat().dateTime(asText(value))}</span>;
}

function Color({ value }: DisplayProps) {
  return (
    <span className={styles.who}>
      <i className={styles.swatch} style={{ background: asText(value) }} />
      <Ltr>{asText(value)}</Ltr>
    </span>
  );
}

function Address({ href, text, place }: { href: string; text: string; place: DisplayProps["place"] }) {
  // In a list a press belongs to the cell; the link is one press further, on the card.
  if (place === "cell")
    return (
      <bdi dir="ltr" className={styles.text}>
        {text}
      </bdi>
    );
  const outside = href.startsWith("http") ? { target: "_blank", rel: "noreferrer" } : {};
  return (
    // Itself from left to right, so that what does not fit is cut off at its end and not at its beginning.
    <a dir="ltr" className={`${styles.link} ${styles.text}`} href={href} {...outside}>
      {text}
    </a>
  );
}

function Url({ value, place }: DisplayProps) {
  return <Address href={asText(value)} text={shortUrl(asText(value))} place={place} />;
}

function LinkDisplay({ value, place }: DisplayProps) {
  const link = asLink(value);
  return link ? <Address href={link.url} text={link.label || shortUrl(link.url)} place={place} /> : null;
}

function Email({ value, place }: DisplayProps) {
  return <Address href={`mailto:${asText(value)}`} text={asText(value)} place={place} />;
}

function Phone({ value, place }: DisplayProps) {
  const text = asText(value);
  if (place === "cell") return <PhoneNumber value={text} />;
  return (
    <a className={styles.text} href={`tel:${text}`}>
      <PhoneNumber value={text} />
    </a>
  );
}

function Choice({ field, value, place }: DisplayProps) {
  const option = optionOf(field, value);
  if (!option) return null;
  if (field.id === "status") return <Pill hue={option.hue}>{option.label}</Pill>;
  if (field.key === "priority") return <Priority option={option} rank={field.options.indexOf(option)} />;
  // At most one status per row is in colour: other single choices are words (DESIGN.md sections 3 and 7).
  return <bdi className={place === "cell" ? `${styles.text} ${styles.quiet}` : styles.text}>{option.label}</bdi>;
}

/** How many tokens a cell has room for. */
const tokensInCell = 2;

function Tokens({ field, value, place }: DisplayProps) {
  const options = asIds(value).flatMap((id) => optionOf(field, id) ?? []);
  const shown = place === "cell" ? options.slice(0, tokensInCell) : options;
  return (
    <span className={styles.tokens} data-wrap={place === "card" || undefined}>
      {shown.map((option) => (
        <Tag key={option.id} hue={option.hue}>
          {option.label}
        </Tag>
      ))}
      {options.length > shown.length && <span className={styles.rest}>+{options.length - shown.length}</span>}
    </span>
  );
}

function Person({ value }: DisplayProps) {
  const userId = asText(value);
  const name = useNameOf()(userId);
  return (
    <span className={styles.who}>
      <MemberAvatar userId={userId} />
      <bdi className={styles.text}>{name}</bdi>
    </span>
  );
}

function Cards({ value, place }: DisplayProps) {
  return <RelatedChips value={value} place={place} />;
}

function Files({ value, place }: DisplayProps) {
  return <FileChips value={value} place={place} />;
}

/** That there is one; what it is, is asked for on the card. */
function Secret({ field }: DisplayProps) {
  const t = useT();
  return (
    <span className={styles.quiet} role="img" aria-label={t("cards.secret.set", { name: field.label })}>
      ••••••••
    </span>
  );
}

const displays: Readonly<Record<Control, ComponentType<DisplayProps>>> = {
  line: Line,
  lines: Lines,
  number: NumberDisplay,
  range: NumberDisplay,
  money: Money,
  checkbox: Check,
  date: Day,
  datetime: DateTime,
  time: Line,
  color: Color,
  url: Url,
  link: LinkDisplay,
  select: Choice,
  tokens: Tokens,
  person: Person,
  cards: Cards,
  email: Email,
  phone: Phone,
  files: Files,
  images: Files,
  secret: Secret,
};

/** A value as its type is shown. */
export function Display(props: DisplayProps) {
  const Component = displays[fieldTraits[props.field.type].control];
  return <Component {...props} />;
}
