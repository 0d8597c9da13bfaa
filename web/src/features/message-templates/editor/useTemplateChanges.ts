import { isId } from "@kartis/core/kernel/id-form.ts";
import type { TemplateId } from "@kartis/core/kernel/id.ts";
import { languages } from "@kartis/i18n/languages.ts";
import { client } from "../../../lib/api.ts";
import { toAppError } from "../../../lib/errors.ts";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { useCan } from "../../../lib/permissions.ts";
import { isolated } from "../../../lib/text-direction.ts";
import { useSaving } from "../../settings/useSaving.ts";
import { offerUndo } from "../../undo/undo.ts";
import {
  changedLanguages,
  type Draft,
  isWritten,
  noteSaved,
  refreshTemplates,
  sameFiles,
  type Template,
  textsToSend,
} from "../templates.ts";
import type { Editing } from "./useDraft.ts";

interface Changing {
  id: Template["id"] | null;
  /** The id that a new one is made under. */
  futureId: TemplateId;
  template: Omit<Template, "id">;
  isGone: boolean;
  title: string;
  editing: Editing;
  /** What is written this moment. */
  read: () => Draft;
  onGo: (template: string | undefined) => void;
  /** One of people's own is no longer there, and another is shown. */
  onRemoved: () => void;
}

/** What was written as a subject before it became an SMS is not part of it. */
const withoutSubjects = ({ texts }: Pick<Draft, "texts">): Pick<Draft, "texts"> => ({
  texts: {
    en: { ...texts.en, subject: "" },
    he: { ...texts.he, subject: "" },
    hu: { ...texts.hu, subject: "" },
    ru: { ...texts.ru, subject: "" },
  },
});

export type TemplateChanges = ReturnType<typeof useTemplateChanges>;

/** Saving a template, and deleting it or resetting it to its default; each can be undone. */
export function useTemplateChanges({ id, futureId, template, isGone, title, editing, read, onGo, onRemoved }: Changing) {
  const t = useT();
  const format = useFormat();
  const mayRead = useCan()(["AUTOMATION", "read"]);
  const { kind, channel } = template;
  /** What the deletion stops. It is a hint: without it, the template is deleted all the same. */
  async function runningWith(templateId: Template["id"]): Promise<string[]> {
    if (!mayRead || !isId("tpl", templateId)) return [];
    const users = await client.automations.ofTemplate.query({ templateId }).catch(() => []);
    return users.flatMap(({ name, isOn }) => (isOn ? [name] : []));
  }
  async function create(given: Draft) {
    const { name, cardTypeId, roleId, format, attachments, ...written } = given;
    const { recordId, ...made } = await client.templates.create.mutate({
      // One that somebody has deleted meanwhile becomes another.
      ...(id === null ? { templateId: futureId } : {}),
      name,
      channel,
      format,
      cardTypeId,
      roleId,
      attachments: channel === "mail" ? attachments.map(({ fileId }) => fileId) : [],
      texts: textsToSend(
        channel === "mail" ? written : withoutSubjects(written),
        languages.filter((one) => isWritten(written.texts[one])),
      ),
    });
    editing.keep(given, made);
    noteSaved(made);
    offerUndo({ recordId, message: t("messageTemplates.saved") });
    onGo(made.id);
  }
  async function update(templateId: Template["id"], written: Draft) {
    const { name, cardTypeId, roleId, isOn, format, attachments } = written;
    // The first text of the organization's own takes the others along, so that no language falls back to another.
    const which =
      editing.version === 0 ? languages.filter((one) => isWritten(written.texts[one])) : changedLanguages(editing.saved, written);
    const isSameFiles = editing.version > 0 && sameFiles(attachments, editing.saved.attachments);
    try {
      const { recordId, ...now } = await client.templates.update.mutate({
        templateId,
        expectedVersion: editing.version,
        isOn,
        format,
        texts: textsToSend(written, which),
        ...(isSameFiles ? {} : { attachments: attachments.map(({ fileId }) => fileId) }),
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
  }
  const saving = useSaving(() => (id === null || isGone ? create(read()) : update(id, read())));
  const removal = useSaving(async () => {
    if (id === null) return;
    const stopped = await runningWith(id);
    const { recordId } = await client.templates.remove.mutate({ templateId: id });
    onGo(kind ?? undefined);
    await refreshTemplates();
    offerUndo({
      recordId,
      message: t(kind ? "messageTemplates.reset.done" : "messageTemplates.delete.done", { name: title }),
      ...(stopped.length > 0
        ? {
            notice: {
              message: t("messageTemplates.delete.stops", { names: format.list(stopped.map((name) => isolated(name))) }),
              milliseconds: 20_000,
            },
          }
        : {}),
    });
    if (!kind) onRemoved();
  });
  return { saving, removal };
}
