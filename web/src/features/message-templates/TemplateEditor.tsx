import back from "@fluentui/svg-icons/icons/chevron_left_16_regular.svg?icon";
import { type Language, languageNames, languages } from "@kartis/i18n/languages.ts";
import { useRef, useState } from "react";
import { client } from "../../lib/api.ts";
import { toAppError } from "../../lib/errors.ts";
import { useT } from "../../lib/i18n.tsx";
import { useCan } from "../../lib/permissions.ts";
import { Button } from "../../ui/actions/Button.tsx";
import { IconButton } from "../../ui/actions/IconButton.tsx";
import { Tab, TabList, TabPanel, Tabs } from "../../ui/collections/Tabs.tsx";
import { UnsavedBar } from "../settings/UnsavedBar.tsx";
import { useSaving } from "../settings/useSaving.ts";
import { offerUndo } from "../undo/undo.ts";
import styles from "./message-templates.module.css";
import { Preview } from "./Preview.tsx";
import {
  changedLanguages,
  changesIn,
  type Draft,
  isOlder,
  isWritten,
  noteSaved,
  refreshTemplates,
  type Template,
  templateOfSearch,
  textsToSend,
} from "./templates.ts";
import { TemplateSettings } from "./TemplateSettings.tsx";
import { TemplateUsage } from "./TemplateUsage.tsx";
import { TextEditor, type TextEditorHandle } from "./TextEditor.tsx";
import { useDraft } from "./useDraft.ts";
import { useTemplateName } from "./useTemplateName.ts";

interface TemplateEditorProps {
  /** Null for one that nobody has saved yet. */
  id: Template["id"] | null;
  template: Omit<Template, "id">;
  /** Somebody has deleted it while it was open: what was written can still become another. */
  isGone?: boolean;
  onGo: (template: string | undefined) => void;
}

/** One template: its texts in each language, beside what their reader gets. */
export function TemplateEditor({ id, template, isGone = false, onGo }: TemplateEditorProps) {
  const t = useT();
  const can = useCan();
  const nameOf = useTemplateName();
  const editing = useDraft(template);
  const { saved, draft, isStale } = editing;
  const texts = useRef<TextEditorHandle>(null);
  const [language, setLanguage] = useState<Language>(
    isWritten(saved.texts[t.language]) ? t.language : id === null ? t.language : template.defaultLanguage,
  );
  const { kind, channel } = template;
  const title = kind ? nameOf({ kind, name: "" }) : draft.name || t("messageTemplates.new");
  const changes = changesIn(saved, draft);
  /** Read from the editors, which have the last letters before React does. */
  const read = () => (texts.current ? { ...draft, texts: { ...draft.texts, [language]: texts.current.read() } } : draft);
  const { isPending, fields, submit, clear } = useSaving(async () => {
    const written = read();
    const { name, cardTypeId, roleId, isOn, format } = written;
    if (id === null || isGone) {
      const { recordId, ...made } = await client.templates.create.mutate({
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
      editing.discard();
      noteSaved(made);
      offerUndo({ recordId, message: t("messageTemplates.saved") });
      onGo(made.id);
      return;
    }
    // The first text of the organization's own takes the others along, so that no language falls back to another.
    const which =
      editing.version === 0 ? languages.filter((one) => isWritten(written.texts[one])) : changedLanguages(saved, written);
    try {
      const { recordId, ...now } = await client.templates.update.mutate({
        templateId: id,
        expectedVersion: editing.version,
        isOn,
        format,
        texts: textsToSend(written, which),
        ...(kind ? {} : { name, cardTypeId, roleId }),
      });
      noteSaved(now);
      editing.keep(written, now);
      offerUndo({ recordId, message: t("messageTemplates.saved") });
    } catch (failure) {
      const { code } = toAppError(failure);
      if (code !== "CONFLICT" && code !== "NOT_FOUND") throw failure;
      // Somebody has changed or deleted it: the bar says so, and offers what to do about it.
      await refreshTemplates();
    }
  });
  const removal = useSaving(async () => {
    if (id === null) return;
    const { recordId } = await client.templates.remove.mutate({ templateId: id });
    onGo(kind ?? undefined);
    await refreshTemplates();
    offerUndo({ recordId, message: t(kind ? "messageTemplates.reset.done" : "messageTemplates.delete.done", { name: title }) });
  });
  const set = (part: Partial<Draft>) => {
    for (const field of Object.keys(part)) clear(field);
    editing.set(part);
  };
  const setText = (text: Partial<Draft["texts"]["en"]>) => {
    for (const field of Object.keys(text)) clear(`texts.${language}.${field}`);
    editing.setText(language, text);
  };
  const standard = languageNames[template.defaultLanguage];
  const noteOn = (one: Language): string | undefined => {
    if (!isWritten(draft.texts[one])) return t("messageTemplates.fallback", { language: standard });
    return stateOf(template, saved, draft, one) === "older" ? t("messageTemplates.older", { language: standard }) : undefined;
  };
  const isReadOnly = !template.canUpdate;
  const save = () => void submit(draft.name.trim() === "" && !kind ? { name: "validation.required" } : {});
  if (isGone && changes === 0) return <p className={styles.gone}>{t("messageTemplates.gone")}</p>;
  const stale = isGone
    ? { text: t("messageTemplates.lost"), takeText: t("messageTemplates.lost.keep"), take: save }
    : { text: t("messageTemplates.stale"), takeText: t("messageTemplates.stale.take"), take: editing.takeTheirs };
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
          {id !== null && !isGone && template.version > 0 && template.canDelete && can(["TEMPLATES", "delete"]) && (
            <Button isPending={removal.isPending} isDisabled={changes > 0} onPress={() => void removal.submit()}>
              {kind ? t("messageTemplates.reset") : t("messageTemplates.delete")}
            </Button>
          )}
        </header>
        {isReadOnly && (
          <p className={styles.note} role="note">
            {t("messageTemplates.readOnly")}
          </p>
        )}
        <TemplateSettings
          template={template}
          draft={draft}
          isNew={id === null}
          nameProblem={fields["name"]}
          onChange={set}
          onType={(typeId) => (kind ? onGo(typeId ? `${kind}.${typeId}` : kind) : set({ cardTypeId: typeId }))}
        />
        <Tabs selectedKey={language} onSelectionChange={(key) => setLanguage(languages.find((one) => one === key) ?? "en")}>
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
                key={`${editing.rounds[one]} ${draft.format}`}
                ref={texts}
                language={one}
                text={draft.texts[one]}
                kind={kind}
                format={draft.format}
                cardTypeId={(kind ? template.cardTypeId : draft.cardTypeId) ?? null}
                isReadOnly={isReadOnly}
                note={noteOn(one)}
                errors={{ subject: fields[`texts.${one}.subject`], body: fields[`texts.${one}.body`] ?? fields["texts"] }}
                onChange={setText}
              />
            </TabPanel>
          ))}
        </Tabs>
        {id !== null && !isGone && <TemplateUsage template={{ ...template, id }} isDirty={changes > 0} />}
        <UnsavedBar
          changes={changes}
          countNow={() => changesIn(saved, read())}
          isSaving={isPending}
          stale={(isGone || isStale) && !isPending ? stale : undefined}
          saveLabel={t("common.save")}
          keyOf={templateOfSearch}
          onSave={save}
          onDiscard={editing.discard}
        />
      </section>
      <Preview
        draft={draft}
        language={language}
        channel={channel}
        format={draft.format}
        kind={kind}
        cardTypeId={template.cardTypeId ?? draft.cardTypeId}
      />
    </div>
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
