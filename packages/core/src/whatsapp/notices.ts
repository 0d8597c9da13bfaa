import type { JournalRecord } from "../data/journal.ts";
import { changesOf } from "../data/payloads.ts";
import type { OrgId, UserId } from "../kernel/id.ts";
import { administratorsOf } from "../organizations/index.ts";

/** An administrator to notify that Meta refuses the organization's number. */
export interface NumberNotice {
  readonly userId: UserId;
  readonly kind: "whatsappProblem";
  readonly subjectId: OrgId;
  readonly details: { readonly number: string };
}

/** The owner and the administrators, once for each time that Meta begins to refuse the number. */
export async function noticesOfNumber({ orgId, changes }: JournalRecord): Promise<NumberNotice[]> {
  const broken = changesOf(changes, ["whatsappNumber.update"]).filter(({ before, after }) => after?.problem && !before?.problem);
  if (broken.length === 0) return [];
  const administrators = await administratorsOf(orgId);
  return broken.flatMap(({ subject, after }) =>
    administrators.map(({ userId }) => ({
      userId,
      kind: "whatsappProblem" as const,
      subjectId: subject.id,
      details: { number: after?.phone ?? "" },
    })),
  );
}
