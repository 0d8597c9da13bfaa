import { useBlocker } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { useT } from "../../lib/i18n.tsx";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { showToast } from "../../ui/toasts.ts";
import { sectionOf } from "./check.ts";
import styles from "./editor.module.css";
import { useEditor } from "./useTypeEditor.ts";
import { useEditorSearch } from "./useEditorSearch.ts";

/** How much is not saved, and what to do about it; nobody leaves without deciding. */
export function SaveBar() {
  const t = useT();
  const editor = useEditor();
  const { go } = useEditorSearch();
  const { changes, isSaving, isStale, type } = editor;
  const isNew = !type;
  const isDirty = changes > 0;

  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => {
      const idOf = (search: Record<string, unknown>) => search["id"];
      return isDirty && !isSaving && (current.pathname !== next.pathname || idOf(current.search) !== idOf(next.search));
    },
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });

  const problems = Object.keys(editor.problems);
  const [firstProblem] = problems;
  const showProblem = useEffectEvent((path: string) => {
    const [, id] = path.split(".");
    go(
      { section: sectionOf(path), open: path.includes(".") && !path.startsWith("fields.status") ? id : undefined },
      { replace: true },
    );
  });
  // What has to be corrected is brought into view, once, when it is found.
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

  useSaveKey(() => isDirty && !isSaving && void save());

  return (
    <>
      {isDirty && (
        <div className={styles.saveBar} role="region" aria-label={t("cardTypes.unsaved", { count: changes })}>
          {isStale ? (
            <span className={styles.saveText} role="alert">
              {t("cardTypes.stale")}{" "}
              <AriaButton className={styles.saveLink ?? ""} onPress={editor.takeTheirs}>
                {t("cardTypes.stale.take")}
              </AriaButton>
            </span>
          ) : (
            <span className={styles.saveText} role="status">
              {problems.length > 0
                ? t("cardTypes.problems", { count: problems.length })
                : isNew
                  ? t("cardTypes.notCreated")
                  : t("cardTypes.unsaved", { count: changes })}
            </span>
          )}
          <AriaButton className={styles.discard ?? ""} isDisabled={isSaving} onPress={editor.discard}>
            {t("cardTypes.discard")}
          </AriaButton>
          <Button
            size={32}
            variant="primary"
            isPending={isSaving}
            pendingLabel={t("common.saving")}
            isDisabled={isStale}
            onPress={() => void save()}
          >
            {isNew ? t("cardTypes.create") : t("common.save")}
          </Button>
        </div>
      )}
      {blocker.status === "blocked" && (
        <Dialog
          role="alertdialog"
          isOpen
          onClose={blocker.reset}
          title={t("cardTypes.leave.title")}
          footer={
            <>
              <Button size={32} onPress={blocker.proceed}>
                {t("cardTypes.leave.confirm")}
              </Button>
              <Button size={32} variant="primary" onPress={blocker.reset}>
                {t("cardTypes.leave.stay")}
              </Button>
            </>
          }
        >
          <p>{t("cardTypes.leave.message", { count: changes })}</p>
        </Dialog>
      )}
    </>
  );
}

/** ⌘S saves, as everywhere else where something is written. */
function useSaveKey(onSave: () => void): void {
  const save = useEffectEvent(onSave);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== "s" || !(event.metaKey || event.ctrlKey) || event.altKey) return;
      event.preventDefault();
      save();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}
