import type { Language } from "@kartis/i18n/languages.ts";
import { useRef, useState } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { newId } from "../../../lib/new-id.ts";
import styles from "../message-templates.module.css";
import { Preview } from "../preview/Preview.tsx";
import { changesIn, type Draft, isWritten, type Template, templateOfSearch } from "../templates.ts";
import { useTemplateName } from "../useTemplateName.ts";
import { TemplateUsage } from "../versions/TemplateUsage.tsx";
import { UnsavedBar } from "../../settings/UnsavedBar.tsx";
import { LanguageTabs } from "./LanguageTabs.tsx";
import { TemplateFiles } from "./TemplateFiles.ts";
import { TemplateHeader } from "./TemplateHeader.tsx";
import { TemplateSettings } from "./TemplateSettings.tsx";
import type { TextEditorHandle } from "./TextEditor.tsx";
import { useDraft } from "./useDraft.ts";
import { useTemplateChanges } from "./useTemplateChanges.ts";

interface TemplateEditorProps {
  /** Null for one that nobody has saved yet. */
  id: Template["id"] | null;
  template: Omit<Template, "id">;
  /** Somebody has deleted it while it was open: what was written can still become another. */
  isGone?: boolean;
  onGo: (template: string | undefined) => void;
  /** It was deleted, and another is shown. */
  onRemoved: () => void;
}

/** One template: its texts in each language and its files, beside what their reader gets. */
export function TemplateEditor({ id, template: given, isGone = false, onGo, onRemoved }: TemplateEditorProps) {
  const t = useT();
  const nameOf = useTemplateName();
  const editing = useDraft(given);
  /** Chosen for a new one; afterwards it is fixed. */
  const [channel, setChannel] = useState(given.channel);
  const template = { ...given, channel };
  const { saved, draft, isStale } = editing;
  const texts = useRef<TextEditorHandle>(null);
  /** Of one that is still to be made, for which files are uploaded before. */
  const [futureId] = useState(() => newId("tpl"));
  const [language, setLanguage] = useState<Language>(
    isWritten(saved.texts[t.language]) ? t.language : id === null ? t.language : template.defaultLanguage,
  );
  const { kind } = template;
  /** An SMS has no marks. */
  const format = channel === "sms" ? "plain" : draft.format;
  const title = kind ? nameOf({ kind, name: "" }) : draft.name || t("messageTemplates.new");
  const changes = changesIn(saved, draft);
  /** Read from the editors, which have the last letters before React does. */
  const read = () => (texts.current ? { ...draft, texts: { ...draft.texts, [language]: texts.current.read() } } : draft);
  const { saving, removal } = useTemplateChanges({ id, futureId, template, isGone, title, editing, read, onGo, onRemoved });
  const { fields } = saving;
  const set = (part: Partial<Draft>) => {
    for (const field of Object.keys(part)) saving.clear(field);
    editing.set(part);
  };
  const isReadOnly = !template.canUpdate;
  const save = () => void saving.submit(draft.name.trim() === "" && !kind ? { name: "validation.required" } : {});
  if (isGone && changes === 0) return <p className={styles.gone}>{t("messageTemplates.gone")}</p>;
  const stale = isGone
    ? { text: t("messageTemplates.lost"), takeText: t("messageTemplates.lost.keep"), take: save }
    : { text: t("messageTemplates.stale"), takeText: t("messageTemplates.stale.take"), take: editing.takeTheirs };
  return (
    <div className={styles.main}>
      <section className={styles.editor} aria-label={title}>
        <TemplateHeader
          title={title}
          template={template}
          isSaved={id !== null && !isGone}
          isDirty={changes > 0}
          removal={removal}
          onBack={() => onGo(undefined)}
        />
        <TemplateSettings
          template={template}
          draft={draft}
          isNew={id === null}
          nameProblem={fields["name"]}
          onChange={set}
          onChannel={setChannel}
          onType={(typeId) => (kind ? onGo(typeId ? `${kind}.${typeId}` : kind) : set({ cardTypeId: typeId }))}
        />
        <LanguageTabs
          ref={texts}
          template={template}
          editing={editing}
          format={format}
          fields={fields}
          language={language}
          onLanguage={setLanguage}
          onChange={(text) => {
            for (const field of Object.keys(text)) saving.clear(`texts.${language}.${field}`);
            editing.setText(language, text);
          }}
        />
        {channel === "mail" && (
          <TemplateFiles
            // What is uploaded belongs to one template; of one that was saved just now, to that.
            key={id ?? futureId}
            templateId={id ?? futureId}
            files={draft.attachments}
            saved={saved.attachments}
            isReadOnly={isReadOnly}
            errorMessage={fields["attachments"]}
            onChange={(next) => {
              saving.clear("attachments");
              editing.change((now) => ({ attachments: next(now.attachments) }));
            }}
          />
        )}
        {id !== null && !isGone && <TemplateUsage template={{ ...template, id }} isDirty={changes > 0} />}
        <UnsavedBar
          changes={changes}
          countNow={() => changesIn(saved, read())}
          isSaving={saving.isPending}
          stale={(isGone || isStale) && !saving.isPending ? stale : undefined}
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
        format={format}
        kind={kind}
        cardTypeId={template.cardTypeId ?? draft.cardTypeId}
      />
    </div>
  );
}
