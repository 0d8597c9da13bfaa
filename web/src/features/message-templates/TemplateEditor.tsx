import back from "@fluentui/svg-icons/icons/chevron_left_16_regular.svg?icon";
import { type Language, languageNames, languages } from "@kartis/i18n/languages.ts";
import { useRef, useState } from "react";
import { client } from "../../lib/api.ts";
import { useT } from "../../lib/i18n.tsx";
import { useCan } from "../../lib/permissions.ts";
import { Button } from "../../ui/actions/Button.tsx";
import { IconButton } from "../../ui/actions/IconButton.tsx";
import { Tab, TabList, TabPanel, Tabs } from "../../ui/collections/Tabs.tsx";
import { showToast } from "../../ui/feedback/toasts.ts";
import { Select } from "../../ui/inputs/Select.tsx";
import { Switch } from "../../ui/inputs/Switch.tsx";
import { TextField } from "../../ui/inputs/TextField.tsx";
import { useCardTypes } from "../cards/types.ts";
import { UnsavedBar } from "../settings/UnsavedBar.tsx";
import { useSaving } from "../settings/useSaving.ts";
import { DeleteTemplate } from "./DeleteTemplate.tsx";
import styles from "./message-templates.module.css";
import { Preview } from "./Preview.tsx";
import {
  changedLanguages,
  changesIn,
  draftOf,
  isWritten,
  refreshTemplates,
  type Template,
  templateOfSearch,
  textsToSend,
} from "./templates.ts";
import { TextEditor, type TextEditorHandle } from "./TextEditor.tsx";
import { useTemplateName } from "./useTemplateName.ts";

interface TemplateEditorProps {
  /** Null for one that nobody has saved yet. */
  id: Template["id"] | null;
  template: Omit<Template, "id">;
  onGo: (template: string | undefined) => void;
}

const everyType = "all";

/** One template: its texts in each language, beside what their reader gets. */
export function TemplateEditor({ id, template, onGo }: TemplateEditorProps) {
  const t = useT();
  const can = useCan();
  const nameOf = useTemplateName();
  const { types = [] } = useCardTypes();
  const saved = draftOf(template);
  const [draft, setDraft] = useState(saved);
  /** How often the texts were replaced from outside; a change recreates their editors. */
  const [round, setRound] = useState(0);
  const texts = useRef<TextEditorHandle>(null);
  const [language, setLanguage] = useState<Language>(
    isWritten(saved.texts[t.language]) ? t.language : id === null ? t.language : template.defaultLanguage,
  );
  const [isDeleting, setDeleting] = useState(false);
  const { kind, channel, format } = template;
  const changes = changesIn(saved, draft);
  /** Read from the editors, which have the last letters before React does. */
  const read = () => (texts.current ? { ...draft, texts: { ...draft.texts, [language]: texts.current.read() } } : draft);
  const { isPending, fields, submit, clear } = useSaving(async () => {
    const written = read();
    const { name, cardTypeId, roleId, isOn } = written;
    if (id === null) {
      const made = await client.templates.create.mutate({
        name,
        channel,
        format,
        cardTypeId,
        roleId,
        texts: textsToSend(
          written,
          languages.filter((one) => isWritten(written.texts[one])),
        ),
      });
      setDraft(saved);
      await refreshTemplates();
      onGo(made.id);
      return;
    }
    // The first text of the organization's own takes the others along, so that no language falls back to another.
    const which =
      template.version === 0 ? languages.filter((one) => isWritten(written.texts[one])) : changedLanguages(saved, written);
    await client.templates.update.mutate({
      templateId: id,
      expectedVersion: template.version,
      isOn,
      texts: textsToSend(written, which),
      ...(kind ? {} : { name, cardTypeId, roleId }),
    });
    showToast({ tone: "success", title: t("messageTemplates.saved") });
    await refreshTemplates();
  });
  const set = (part: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...part }));
  const setText = (text: Partial<(typeof draft)["texts"]["en"]>) => {
    for (const field of Object.keys(text)) clear(`texts.${language}.${field}`);
    setDraft((before) => ({ ...before, texts: { ...before.texts, [language]: { ...before.texts[language], ...text } } }));
  };
  const title = kind ? nameOf({ kind, name: "" }) : draft.name || t("messageTemplates.new");
  const isReadOnly = !template.canUpdate;
  const typeOptions = [
    { id: everyType, label: t("messageTemplates.allTypes") },
    ...types.map((type) => ({ id: type.id, label: type.pluralName })),
  ];
  const chooseType = (chosen: string) => {
    const typeId = types.find((type) => type.id === chosen)?.id ?? null;
    if (kind) onGo(typeId ? `${kind}.${typeId}` : kind);
    else set({ cardTypeId: typeId });
  };
  return (
    <div className={styles.main}>
      <section className={styles.editor} aria-label={title}>
        <header className={styles.header}>
          <span className={styles.back}>
            <IconButton icon={back} flipIcon label={t("messageTemplates.back")} onPress={() => onGo(undefined)} />
          </span>
          <h1 className={styles.title}>
            <bdi>{title}</bdi>
          </h1>
          {id !== null && template.version > 0 && template.canDelete && can(["TEMPLATES", "delete"]) && (
            <Button onPress={() => setDeleting(true)}>{kind ? t("messageTemplates.reset") : t("messageTemplates.delete")}</Button>
          )}
        </header>
        {isReadOnly && (
          <p className={styles.note} role="note">
            {t("messageTemplates.readOnly")}
          </p>
        )}
        <div className={styles.settings}>
          {!kind && (
            <TextField
              label={t("messageTemplates.name")}
              value={draft.name}
              onChange={(name) => {
                clear("name");
                set({ name });
              }}
              maxLength={100}
              isRequired
              // A new one begins with its name, by whichever way it was asked for.
              autoFocus={id === null}
              isReadOnly={isReadOnly}
              errorMessage={fields["name"]}
            />
          )}
          <Select
            label={t("messageTemplates.scope")}
            options={typeOptions}
            value={(kind ? template.cardTypeId : draft.cardTypeId) ?? everyType}
            onChange={chooseType}
            isDisabled={isReadOnly && !kind}
          />
          {kind && (
            <Switch isSelected={draft.isOn} isDisabled={isReadOnly} onChange={(isOn) => set({ isOn })}>
              {t(`messageTemplates.sends.${kind.startsWith("TASK") ? "task" : "meeting"}`)}
            </Switch>
          )}
        </div>
        <Tabs selectedKey={language} onSelectionChange={(key) => setLanguage(languages.find((one) => one === key) ?? "en")}>
          <TabList aria-label={t("messageTemplates.languages")}>
            {languages.map((one) => (
              <Tab key={one} id={one} before={<Dot state={stateOf(template, draft, one)} />}>
                <span lang={one}>{languageNames[one]}</span>
              </Tab>
            ))}
          </TabList>
          {languages.map((one) => (
            <TabPanel key={one} id={one}>
              <TextEditor
                key={round}
                ref={texts}
                language={one}
                text={draft.texts[one]}
                kind={kind}
                format={format}
                cardTypeId={(kind ? template.cardTypeId : draft.cardTypeId) ?? null}
                isReadOnly={isReadOnly}
                fallback={isWritten(draft.texts[one]) ? undefined : languageNames[template.defaultLanguage]}
                errors={{ subject: fields[`texts.${one}.subject`], body: fields[`texts.${one}.body`] ?? fields["texts"] }}
                onChange={setText}
              />
            </TabPanel>
          ))}
        </Tabs>
        <UnsavedBar
          changes={changes}
          countNow={() => changesIn(saved, read())}
          isSaving={isPending}
          saveLabel={t("common.save")}
          keyOf={templateOfSearch}
          onSave={() => void submit(draft.name.trim() === "" && !kind ? { name: "validation.required" } : {})}
          onDiscard={() => {
            setDraft(saved);
            setRound((before) => before + 1);
          }}
        />
      </section>
      <Preview
        draft={draft}
        language={language}
        channel={channel}
        format={format}
        kind={kind}
        cardTypeId={template.cardTypeId ?? draft.cardTypeId}
      />
      {isDeleting && id !== null && (
        <DeleteTemplate
          id={id}
          name={title}
          isReset={kind !== null}
          onClose={() => setDeleting(false)}
          onDone={() => onGo(kind ?? undefined)}
        />
      )}
    </div>
  );
}

type State = "written" | "changed" | "none";

function stateOf(template: Omit<Template, "id">, draft: ReturnType<typeof draftOf>, language: Language): State {
  if (changedLanguages(draftOf(template), draft).includes(language)) return "changed";
  return isWritten(draft.texts[language]) ? "written" : "none";
}

/** Whether the language is written; in words for whoever does not see it. */
function Dot({ state }: { state: State }) {
  const t = useT();
  return <span className={styles.dot} data-state={state} role="img" aria-label={t(`messageTemplates.state.${state}`)} />;
}
