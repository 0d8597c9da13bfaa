import { useEffect, useEffectEvent } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { showToast } from "../../../lib/toasts/toasts.ts";
import { UnsavedBar } from "../../settings/UnsavedBar.tsx";
import { sectionOf } from "../check.ts";
import { useEditor } from "../useTypeEditor.ts";
import { useEditorSearch } from "../useEditorSearch.ts";

const idOf = (search: Record<string, unknown>) => search["id"];

/** Unsaved changes of the card type. */
export function SaveBar() {
  const t = useT();
  const editor = useEditor();
  const { go } = useEditorSearch();
  const { changes, isSaving, isStale, type } = editor;
  const isNew = !type;

  const problems = Object.keys(editor.problems);
  const [firstProblem] = problems;
  const showProblem = useEffectEvent((path: string) => {
    const [, id] = path.split(".");
    go(
      { section: sectionOf(path), open: path.includes(".") && !path.startsWith("fields.status") ? id : undefined },
      { replace: true },
    );
  });
  // Problems are scrolled into view once, when they are found.
  useEffect(() => {
    if (firstProblem) showProblem(firstProblem);
  }, [firstProblem]);

  async function save() {
    const typeId = await editor.save();
    if (typeId) saved(typeId);
  }

  function saved(typeId: string) {
    showToast({ tone: "success", code: "cardTypes.saved", title: t(isNew ? "cardTypes.created" : "common.saved") });
    if (isNew) go({ id: typeId, section: "fields" }, { replace: true });
  }

  return (
    <UnsavedBar
      changes={changes}
      isSaving={isSaving}
      text={
        problems.length > 0 ? t("cardTypes.problems", { count: problems.length }) : isNew ? t("cardTypes.notCreated") : undefined
      }
      stale={isStale ? { text: t("cardTypes.stale"), takeText: t("cardTypes.stale.take"), take: editor.takeTheirs } : undefined}
      saveLabel={isNew ? t("cardTypes.create") : t("common.save")}
      keyOf={idOf}
      onSave={() => void save()}
      onDiscard={editor.discard}
    />
  );
}
