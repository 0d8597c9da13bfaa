import { mostAttachments } from "@kartis/core/activities/attachments/rules.ts";
import type { FileReference } from "@kartis/core/files/schema.ts";
import type { ActivityId } from "@kartis/core/kernel/id.ts";
import type { TemplateRef } from "@kartis/core/message-templates/schema.ts";
import { useState } from "react";
import { client } from "../../lib/api.ts";
import { useT } from "../../lib/i18n.tsx";
import { useCan } from "../../lib/permissions.ts";
import { type Upload, useUploads } from "../files/useUploads.ts";

interface Attaching {
  /** The activity or the template, which may still have to be made under this id. */
  readonly activityId?: ActivityId;
  readonly templateId?: TemplateRef;
  readonly files: readonly FileReference[];
  /** Files that are already saved with it, or come from elsewhere: removed ones stay where an undo finds them. */
  readonly saved?: readonly FileReference[] | undefined;
  /** Names of files that were on their way when the page was left: they have to be chosen again. */
  readonly lost?: readonly string[] | undefined;
  readonly onChange: (next: (files: readonly FileReference[]) => readonly FileReference[]) => void;
}

export interface Attachments {
  readonly files: readonly FileReference[];
  readonly uploads: readonly Upload[];
  readonly lost: readonly string[];
  /** Why not all of the files were taken that were chosen last. */
  readonly refusal: string | undefined;
  /** Something is on its way up. */
  readonly isBusy: boolean;
  /** Names of what would be lost now. */
  readonly unfinished: readonly string[];
  /** Absent where the person may not. */
  readonly attach: ((chosen: readonly File[]) => void) | undefined;
  readonly detach: (file: FileReference) => void;
  readonly retry: (upload: Upload) => void;
  readonly cancel: (id: number) => void;
  /** Deletes what was uploaded and is saved with nothing. */
  readonly discard: () => void;
}

const isTheSame = (one: FileReference) => (other: FileReference) => other.fileId === one.fileId;

/** The files of an activity or a template that is being written: up to ten, each on its way up as soon as it is chosen. */
export function useAttachments(attaching: Attaching): Attachments {
  const { activityId, templateId, files, saved = [], lost: before = [], onChange } = attaching;
  const t = useT();
  const can = useCan();
  const [isOver, setOver] = useState(false);
  const [lost, setLost] = useState(before);
  const purpose = templateId ? "template" : "activity";
  const { uploads, isBusy, add, retry, cancel } = useUploads({ purpose, activityId, templateId }, (file) =>
    onChange((now) => [...now, file]),
  );
  const running = uploads.filter(({ isFinal }) => !isFinal);

  function attach(chosen: readonly File[]) {
    const room = Math.max(0, mostAttachments - files.length - running.length);
    setOver(chosen.length > room);
    setLost([]);
    add(chosen.slice(0, room));
  }
  function drop(unused: readonly FileReference[]) {
    if (!can(["STORAGE", "delete"])) return;
    // If this fails nothing is lost: the uploader finds the file in the archive.
    for (const { fileId } of unused) client.files.remove.mutate({ fileId }).catch(() => undefined);
  }
  function detach(file: FileReference) {
    setOver(false);
    onChange((now) => now.filter((other) => !isTheSame(file)(other)));
    if (!saved.some(isTheSame(file))) drop([file]);
  }

  return {
    files,
    uploads,
    lost,
    refusal: isOver ? t("validation.attachments") : undefined,
    isBusy,
    unfinished: [...lost, ...running.map(({ file }) => file.name)],
    attach: can(["STORAGE", "create"]) ? attach : undefined,
    detach,
    retry,
    cancel,
    discard: () => drop(files.filter((file) => !saved.some(isTheSame(file)))),
  };
}
