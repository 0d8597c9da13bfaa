import { type Language, languageNames, languages } from "@kartis/i18n/languages.ts";
import { useQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { useCan } from "../../../lib/permissions.ts";
import type { RouterOutputs } from "../../../lib/types.ts";
import { useCardTypes } from "../../records/card-types.ts";
import { rolesOptions } from "../../roles/roles.ts";
import { sameFiles, type Template } from "../templates.ts";
import { useVariables } from "../text/useVariables.ts";
import { piecesOf, readCondition, readVariable } from "../text/variable.ts";
import styles from "./versions.module.css";
import { wordDiff } from "./word-diff.ts";

type Content = RouterOutputs["templates"]["version"];
type Now = Pick<Template, "kind" | "name" | "format" | "cardTypeId" | "roleId" | "isOn" | "texts" | "attachments">;

const partsOf = ["subject", "body"] as const;
const settingsOf = ["name", "format", "cardTypeId", "roleId", "isOn", "attachments"] as const;

const changedIn = (then: Content, now: Now): Language[] =>
  languages.filter((one) => partsOf.some((part) => (then.texts[one]?.[part] ?? "") !== (now.texts[one]?.[part] ?? "")));
const changedSettings = (then: Content, now: Now) =>
  settingsOf.filter((setting) =>
    setting === "attachments" ? !sameFiles(then.attachments, now.attachments) : then[setting] !== now[setting],
  );

/** Whether the template is now what it was with the version. */
export const isSame = (then: Content, now: Now): boolean =>
  changedIn(then, now).length === 0 && changedSettings(then, now).length === 0;

/** What differs between a version and the template as it is now. */
export function Comparison({ then, now }: { then: Content; now: Now }) {
  const t = useT();
  const valueOf = useSettingWords();
  const [texts, settings] = [changedIn(then, now), changedSettings(then, now)];
  if (isSame(then, now)) return <p className={styles.note}>{t("messageTemplates.versions.same")}</p>;
  return (
    <>
      {texts.length > 0 && (
        <p className={styles.legend}>
          <del>{t("messageTemplates.versions.removed")}</del> <ins>{t("messageTemplates.versions.added")}</ins>
        </p>
      )}
      {settings.length > 0 && (
        <dl className={styles.settings}>
          {settings.map((setting) => (
            <Fragment key={setting}>
              <dt>{t(labels[setting])}</dt>
              <dd>
                <del>
                  <bdi>{valueOf(setting, then)}</bdi>
                </del>{" "}
                <ins>
                  <bdi>{valueOf(setting, now)}</bdi>
                </ins>
              </dd>
            </Fragment>
          ))}
        </dl>
      )}
      {texts.map((language) => (
        <section key={language} className={styles.text} aria-label={languageNames[language]}>
          <h3 lang={language}>{languageNames[language]}</h3>
          {partsOf.map((part) => (
            <Difference
              key={part}
              label={t(`messageTemplates.${part}`)}
              language={language}
              before={then.texts[language]?.[part] ?? ""}
              after={now.texts[language]?.[part] ?? ""}
              of={now}
            />
          ))}
        </section>
      ))}
    </>
  );
}

const labels = {
  name: "messageTemplates.name",
  format: "messageTemplates.format",
  cardTypeId: "messageTemplates.scope",
  roleId: "messageTemplates.role",
  isOn: "messageTemplates.sends.task",
  attachments: "messageTemplates.files",
} as const;

function useSettingWords() {
  const t = useT();
  const format = useFormat();
  const can = useCan();
  const { types = [] } = useCardTypes();
  const { data: roles = [] } = useQuery({ ...rolesOptions(), enabled: can(["ROLES", "read"]) });
  return (setting: (typeof settingsOf)[number], values: Pick<Content, (typeof settingsOf)[number]>): string => {
    const { name, cardTypeId, roleId, isOn, attachments } = values;
    const words = {
      name,
      format: t(`messageTemplates.format.${values.format}`),
      cardTypeId: cardTypeId
        ? (types.find(({ id }) => id === cardTypeId)?.pluralName ?? cardTypeId)
        : t("messageTemplates.allTypes"),
      roleId: roleId ? (roles.find(({ id }) => id === roleId)?.name ?? roleId) : t("messageTemplates.allRoles"),
      isOn: t(isOn ? "messageTemplates.versions.on" : "messageTemplates.off"),
      attachments: attachments.length > 0 ? format.list(attachments.map((file) => file.name)) : t("messageTemplates.files.none"),
    };
    return words[setting];
  };
}

interface DifferenceProps {
  label: string;
  language: Language;
  before: string;
  after: string;
  of: Pick<Now, "kind" | "cardTypeId">;
}

/** One part of a text: what only the version has is crossed out, and what only the present text has is set off. Variables are called by their names. */
function Difference({ label, language, before, after, of }: DifferenceProps) {
  const t = useT();
  const names = new Map(
    useVariables({ kind: of.kind, cardTypeId: of.cardTypeId })?.map(({ path, fullName }) => [path, fullName]),
  );
  const nameOf = (path: string) => names.get(path) ?? t.find(`messageTemplates.variable.${path}`) ?? path;
  if (before === after) return null;
  const shown = (text: string) =>
    piecesOf(text).map((piece, at) => {
      if ("text" in piece) return piece.text;
      if ("logic" in piece) return piece.logic;
      const variable = readVariable(piece.variable);
      const condition = readCondition(piece.variable);
      return (
        // The pieces of a text have no other identity than their order.
        <span key={at} className={styles.variable} title={piece.variable}>
          <bdi>
            {(condition && t(`messageTemplates.condition.${condition.part}`, { name: nameOf(condition.path) })) ??
              (variable && names.get(variable.path)) ??
              piece.variable}
          </bdi>
          {variable?.fallback ? ` (${variable.fallback})` : ""}
        </span>
      );
    });
  return (
    <div role="group" aria-label={label}>
      <p className={styles.label}>{label}</p>
      <p className={styles.words} lang={language} dir={language === "he" ? "rtl" : "ltr"}>
        {wordDiff(before, after).map(({ of: side, text }, at) => {
          const key = `${at} ${side}`;
          if (side === "both") return <Fragment key={key}>{shown(text)}</Fragment>;
          return side === "before" ? <del key={key}>{shown(text)}</del> : <ins key={key}>{shown(text)}</ins>;
        })}
      </p>
    </div>
  );
}
