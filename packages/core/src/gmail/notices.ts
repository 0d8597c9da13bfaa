import type { JournalRecord } from "../data/journal.ts";
import { changesOf } from "../data/payloads.ts";
import type { UserId } from "../kernel/id.ts";

/** The owner of a mailbox, to notify that Google refuses it. */
export interface MailboxNotice {
  readonly userId: UserId;
  readonly kind: "gmailProblem";
  readonly subjectId: UserId;
  readonly details: { readonly email: string };
}

/** Once for each time that Google begins to refuse the mailbox. */
export const noticesOfMailbox = ({ changes }: JournalRecord): MailboxNotice[] =>
  changesOf(changes, ["gmail.update"]).flatMap(({ subject, before, after }) =>
    after?.problem && !before?.problem
      ? [{ userId: subject.id, kind: "gmailProblem" as const, subjectId: subject.id, details: { email: after.email ?? "" } }]
      : [],
  );
