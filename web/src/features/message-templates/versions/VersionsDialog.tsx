import { languageNames, languages } from "@kartis/i18n/languages.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ListBox, ListBoxItem } from "react-aria-components/ListBox";
import { client, trpc } from "../../../lib/api.ts";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { useCan } from "../../../lib/permissions.ts";
import { Button } from "../../../ui/actions/Button.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { Dialog } from "../../../ui/overlays/Dialog.tsx";
import { useSaving } from "../../settings/useSaving.ts";
import { offerUndo } from "../../undo/undo.ts";
import { noteSaved, refreshTemplates, type Template, type Version } from "../templates.ts";
import { useChangedBy } from "./useChangedBy.ts";
import { useTemplateName } from "../useTemplateName.ts";
import { Comparison, isSame } from "./Comparison.tsx";
import styles from "./versions.module.css";

interface VersionsDialogProps {
  template: Template;
  /** Latest first. */
  versions: readonly Version[];
  /** Something is written that is not saved: a version that is restored would take its place. */
  isDirty: boolean;
  onClose: () => void;
}

/** The versions of a template, each beside what it is now, and the way back to it. */
export function VersionsDialog({ template, versions, isDirty, onClose }: VersionsDialogProps) {
  const t = useT();
  const format = useFormat();
  const can = useCan();
  const changedBy = useChangedBy();
  const name = useTemplateName()(template);
  const [chosenId, setChosenId] = useState(() => (versions[1] ?? versions[0])?.recordId);
  const chosen = versions.find(({ recordId }) => recordId === chosenId) ?? versions[0];
  const isReset = chosen?.action === "template.delete";
  const { data: content } = useQuery({
    ...trpc.templates.version.queryOptions({ templateId: template.id, recordId: chosen?.recordId ?? "" }),
    enabled: chosen !== undefined && !isReset,
  });
  const { isPending, submit } = useSaving(async () => {
    if (!content) return;
    const { recordId, ...restored } = await client.templates.restore.mutate({
      templateId: template.id,
      recordId: content.recordId,
      expectedVersion: template.version,
    });
    noteSaved(restored);
    onClose();
    offerUndo({ recordId, message: t("messageTemplates.versions.restored") });
    await refreshTemplates();
  });
  const isRestorable = content !== undefined && !isReset && !isSame(content, template);
  const mayRestore = template.canUpdate && can(["TEMPLATES", "update"]);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size={760}
      title={t("messageTemplates.versions.title", { name })}
      footerStart={mayRestore && isDirty && <span className={styles.note}>{t("messageTemplates.versions.unsaved")}</span>}
      footer={
        <>
          <Button size={32} onPress={onClose}>
            {t("common.close")}
          </Button>
          {mayRestore && (
            <Button
              size={32}
              variant="primary"
              isPending={isPending}
              isDisabled={!isRestorable || isDirty}
              onPress={() => void submit()}
            >
              {t("messageTemplates.versions.restore")}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.versions}>
        <ListBox
          aria-label={t("messageTemplates.versions.list")}
          className={styles.list ?? ""}
          selectionMode="single"
          selectionBehavior="replace"
          escapeKeyBehavior="none"
          disallowEmptySelection
          selectedKeys={chosen ? [chosen.recordId] : []}
          onSelectionChange={(keys) =>
            setChosenId(versions.find(({ recordId }) => keys !== "all" && keys.has(recordId))?.recordId)
          }
        >
          {versions.map((version, at) => (
            <ListBoxItem
              key={version.recordId}
              id={version.recordId}
              className={styles.version ?? ""}
              textValue={`${format.dateTime(version.at)} ${changedBy(version)}`}
            >
              <span className={styles.when}>{format.dateTime(version.at)}</span>
              <bdi className={styles.who}>{changedBy(version)}</bdi>
              <span className={styles.what}>{wordsFor(version, at)}</span>
            </ListBoxItem>
          ))}
        </ListBox>
        <div className={styles.comparison} aria-live="polite">
          {isReset ? (
            <p className={styles.note}>
              {t(template.kind ? "messageTemplates.versions.isReset" : "messageTemplates.versions.isDeleted")}
            </p>
          ) : content ? (
            <Comparison then={content} now={template} />
          ) : (
            <SkeletonRows rows={4} />
          )}
        </div>
      </div>
    </Dialog>
  );

  /** A template of one's own has no default: it was deleted, and made again by an undo. */
  function wordsFor({ action, changed }: Version, at: number): string {
    const isBack = versions[at + 1]?.action === "template.delete";
    const parts =
      action === "template.delete"
        ? [t(template.kind ? "messageTemplates.versions.reset" : "messageTemplates.versions.deleted")]
        : action === "template.create" && template.kind === null
          ? [t(isBack ? "messageTemplates.versions.back" : "messageTemplates.versions.created")]
          : [
              ...languages.filter((one) => changed.includes(`text.${one}`)).map((one) => languageNames[one]),
              ...settings.flatMap(({ of, label }) => (changed.includes(of) ? [t(label)] : [])),
            ];
    const what = format.list(parts);
    return at === 0 ? [t("messageTemplates.versions.current"), what].filter(Boolean).join(" · ") : what;
  }
}

const settings = [
  { of: "name", label: "messageTemplates.name" },
  { of: "format", label: "messageTemplates.format" },
  { of: "cardTypeId", label: "messageTemplates.scope" },
  { of: "roleId", label: "messageTemplates.role" },
  { of: "isOn", label: "messageTemplates.sends.task" },
  { of: "attachments", label: "messageTemplates.files" },
] as const;
