import type { JournalRecord } from "../data/journal.ts";
import { changesOf } from "../data/payloads.ts";
import type { Id, UserId } from "../kernel/id.ts";
import { administratorsOf } from "../organizations/index.ts";

/** An administrator to notify that an endpoint was disabled. */
export interface EndpointNotice {
  readonly userId: UserId;
  readonly kind: "webhookDisabled";
  readonly subjectId: Id<"hok">;
  readonly details: { readonly host: string };
}

/** The owner and the administrators, for each endpoint that Kartis has disabled. */
export async function noticesOfEndpoints({ orgId, changes }: JournalRecord): Promise<EndpointNotice[]> {
  const disabled = changesOf(changes, ["webhookEndpoint.disable"]);
  if (disabled.length === 0) return [];
  const administrators = await administratorsOf(orgId);
  return disabled.flatMap(({ subject, after }) =>
    administrators.map(({ userId }) => ({
      userId,
      kind: "webhookDisabled" as const,
      subjectId: subject.id,
      details: { host: after?.host ?? "" },
    })),
  );
}
