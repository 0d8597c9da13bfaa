import { findFiles } from "../../files/index.ts";
import type { FileReference } from "../../files/schema.ts";
import { KartisError } from "../../kernel/error.ts";
import type { ActivityId, CardId, FileId, OrgId, UserId } from "../../kernel/id.ts";
import { partsOf } from "../replica/timeline.ts";
import type { ActivityValues } from "../types/definition.ts";
import { type AcceptedAttachments, attachmentsOf } from "./rules.ts";

/** The activity that files are attached to; without an id while that is still to be made. */
interface Attaching {
  readonly activityId: ActivityId | undefined;
  readonly cardId: CardId | null | undefined;
  readonly current: ActivityValues;
  /** Whose own uploads may be attached besides, whatever they were uploaded for: what was sent under another id is sent again with its files. */
  readonly by?: UserId | null;
  /** Files that may be attached besides. */
  readonly offered?: ReadonlySet<FileId>;
}

/**
 * The files that a patch names, as they are stored. Throws INVALID_INPUT for one that was neither uploaded for the activity, or for another by the same person, nor is a file of its card or offered.
 * Whatever is attached already stays.
 */
export async function acceptAttachments(
  orgId: OrgId,
  given: readonly FileId[] | undefined,
  { activityId, cardId, current, by, offered }: Attaching,
): Promise<AcceptedAttachments> {
  if (given === undefined) return {};
  const kept = new Map(attachmentsOf(current).map((file) => [file.fileId, file]));
  const found = await findFiles(
    orgId,
    given.filter((fileId) => !kept.has(fileId)),
  );
  const isOfCard = [...found.values()].some((file) => file.cardId !== null);
  const parts = isOfCard && cardId ? await partsOf(orgId, cardId) : new Set<string>();
  const attachments = given.map((fileId): FileReference => {
    const known = kept.get(fileId);
    if (known) return known;
    const file = found.get(fileId);
    const isTheirs = file?.activityId
      ? file.activityId === activityId || file.uploadedBy === by
      : file?.cardId && parts.has(file.cardId);
    if (!file || !(isTheirs || offered?.has(fileId)))
      throw new KartisError("INVALID_INPUT", { fields: { attachments: "validation.fileMissing" } });
    return { fileId, name: file.name, bytes: file.bytes, mime: file.mime };
  });
  return { attachments: attachments.length > 0 ? attachments : null };
}
