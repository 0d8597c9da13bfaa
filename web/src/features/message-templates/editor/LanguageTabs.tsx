import { type Language, languageNames, languages } from "@kartis/i18n/languages.ts";
import type { Ref } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { Tab, TabList, TabPanel, Tabs } from "../../../ui/collections/Tabs.tsx";
import styles from "../message-templates.module.css";
import { changedLanguages, type Draft, isOlder, isWritten, type Template } from "../templates.ts";
import { TextEditor, type TextEditorHandle } from "./TextEditor.tsx";
import type { Editing } from "./useDraft.ts";

interface LanguageTabsProps {
  ref: Ref<TextEditorHandle>;
  template: Omit<Template, "id">;
  editing: Editing;
  format: Draft["format"];
  /** Problems by field. */
  fields: Readonly<Partial<Record<string, string>>>;
  language: Language;
  onLanguage: (language: Language) => void;
  onChange: (text: Partial<Draft["texts"]["en"]>) => void;
}

/** The text in each language, with a sign of how it is written. */
export function LanguageTabs({ ref, template, editing, format, fields, language, onLanguage, onChange }: LanguageTabsProps) {
  const t = useT();
  const { saved, draft, rounds } = editing;
  const { kind } = template;
  const standard = languageNames[template.defaultLanguage];
  const noteOn = (one: Language): string | undefined => {
    if (!isWritten(draft.texts[one])) return t("messageTemplates.fallback", { language: standard });
    return stateOf(template, saved, draft, one) === "older" ? t("messageTemplates.older", { language: standard }) : undefined;
  };
  return (
    <Tabs selectedKey={language} onSelectionChange={(key) => onLanguage(languages.find((one) => one === key) ?? "en")}>
      <TabList aria-label={t("messageTemplates.languages")}>
        {languages.map((one) => (
          <Tab key={one} id={one} before={<Dot state={stateOf(template, saved, draft, one)} standard={standard} />}>
            <span lang={one}>{languageNames[one]}</span>
          </Tab>
        ))}
      </TabList>
      {languages.map((one) => (
        <TabPanel key={one} id={one}>
          <TextEditor
            key={`${rounds[one]} ${format}`}
            ref={ref}
            language={one}
            text={draft.texts[one]}
            kind={kind}
            format={format}
            cardTypeId={(kind ? template.cardTypeId : draft.cardTypeId) ?? null}
            isReadOnly={!template.canUpdate}
            hasSubject={template.channel === "mail"}
            note={noteOn(one)}
            errors={{ subject: fields[`texts.${one}.subject`], body: fields[`texts.${one}.body`] ?? fields["texts"] }}
            onChange={onChange}
          />
        </TabPanel>
      ))}
    </Tabs>
  );
}

type State = "written" | "changed" | "older" | "none";

function stateOf(template: Omit<Template, "id">, saved: Draft, draft: Draft, language: Language): State {
  if (changedLanguages(saved, draft).includes(language)) return "changed";
  if (!isWritten(draft.texts[language])) return "none";
  return isOlder(template, language) ? "older" : "written";
}

/** How the language is written; in words for whoever does not see it. */
function Dot({ state, standard }: { state: State; standard: string }) {
  const t = useT();
  const label = t(`messageTemplates.state.${state}`, { language: standard });
  return <span className={styles.dot} data-state={state} role="img" aria-label={label} />;
}
