import { commit } from "../data/commit.ts";
import type { Change, Values } from "../data/journal.ts";
import { redactJournal, withoutValues } from "../data/redaction.ts";
import { dropBytes, findFile, removalsOf } from "../files/index.ts";
import type { CommitContext } from "../data/commit.ts";
import type { OrgId, RecordId } from "../kernel/id.ts";
import type { Progress, Stretch } from "./parts/part.ts";
import { hashedAddress, type MemberErasureJob } from "./schema.ts";

/** Deletes the picture that the person had in the organization. */
export async function eraseAvatar(orgId: OrgId, { avatarId }: MemberErasureJob, context: CommitContext): Promise<Progress> {
  if (!avatarId) return { done: true, count: 0 };
  await commit(context, async () => {
    const file = await findFile(orgId, avatarId);
    if (!file) return { writes: [], records: [], result: undefined };
    const { writes, changes } = removalsOf(orgId, [file]);
    const redacted = changes.map((change) => ({ ...change, before: null, erased: true as const }));
    return { writes, records: [{ changes: redacted }], result: undefined };
  });
  await dropBytes(orgId, avatarId);
  return { done: true, count: 1 };
}

/** Redacts the person's name and address in the journal: of their membership, of invitations to their address, of their pictures. */
export async function eraseName(orgId: OrgId, job: MemberErasureJob, stretch: Stretch): Promise<Progress> {
  let { lastId, count } = placeOf(stretch.position);
  for await (const page of redactJournal(
    orgId,
    lastId,
    async () => (change) => (isTheirs(job, change) ? withoutValues(change) : change),
  )) {
    lastId = page.lastId;
    count += page.redacted;
    await stretch.save({ lastId, count });
    if (stretch.isOver()) return { done: false, afterSeconds: 0 };
  }
  return { done: true, count };
}

function placeOf(position: unknown): { lastId: RecordId | null; count: number } {
  if (typeof position !== "object" || position === null) return { lastId: null, count: 0 };
  return position as { lastId: RecordId; count: number }; // as it was saved above
}

function isTheirs({ userId, address }: MemberErasureJob, change: Change): boolean {
  const { subject, before, after } = change;
  if (before === null && after === null) return false;
  const eitherValue = (key: string) => [before?.[key], after?.[key]];
  switch (subject.kind) {
    case "member":
      return subject.id === userId;
    case "invitation":
      return eitherValue("email").some((email) => typeof email === "string" && hashedAddress(email) === address);
    case "file":
      return isPicture(before) || isPicture(after) ? eitherValue("uploadedBy").includes(userId) : false;
    default:
      return false;
  }
}

const isPicture = (values: Values | null): boolean => values?.["purpose"] === "avatar" && !values["cardId"];
