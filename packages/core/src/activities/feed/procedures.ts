import { randomBytes } from "node:crypto";
import * as z from "zod";
import { type ChangeSet, commit, commitContextOf, put } from "../../data/commit.ts";
import type { JournalAction } from "../../data/journal.ts";
import { env } from "../../kernel/env.ts";
import { KartisError } from "../../kernel/error.ts";
import type { OrgId, UserId } from "../../kernel/id.ts";
import { type OrgContext, procedure } from "../../kernel/procedure.ts";
import { calendarFeedEntity } from "./entity.ts";
import { type CalendarFeed, UpdateFeedInput } from "./schema.ts";
import { feedTokenOf } from "./token.ts";

const own = { member: "one's own calendar link; what it shows is checked whenever it is read" } as const;

export interface StoredFeed {
  readonly linkId?: string | undefined;
  readonly madeAt?: string | undefined;
  readonly includesTasks: boolean;
  readonly version: number;
}
const none: StoredFeed = { includesTasks: false, version: 0 };

export async function feedOf(orgId: OrgId, userId: UserId): Promise<StoredFeed> {
  const { data } = await calendarFeedEntity().get({ orgId, kind: "calendarFeed", userId }).go({ consistent: true });
  return data ?? none;
}

/** The member who calls, in person: links outlive sessions, so programs and people of a parent organization make none. */
function memberOf({ actor, principal }: OrgContext): { orgId: OrgId; userId: UserId } {
  if (actor.kind !== "user") throw new KartisError("FORBIDDEN");
  if (principal.through) throw new KartisError("FORBIDDEN", { messageKey: "errors.notForVisitors" });
  return { orgId: principal.orgId, userId: actor.userId };
}

const shown = (orgId: OrgId, userId: UserId, { linkId, madeAt, includesTasks }: StoredFeed): CalendarFeed => ({
  url: linkId ? `${env("PUBLIC_ORIGIN")}/calendar/feed/${feedTokenOf({ orgId, userId, linkId })}.ics` : null,
  madeAt: madeAt ?? null,
  includesTasks,
});

/** The journal learns that there is a link and since when, and never which. */
const recordedOf = ({ madeAt, includesTasks }: StoredFeed) => ({ includesTasks, ...(madeAt ? { madeAt } : {}) });

function changed(
  { orgId, userId }: { orgId: OrgId; userId: UserId },
  before: StoredFeed,
  action: JournalAction,
  next: Omit<StoredFeed, "version">,
): ChangeSet<StoredFeed> {
  const after = { ...next, version: before.version + 1 };
  const { linkId, madeAt, includesTasks, version } = after;
  const item = { orgId, kind: "calendarFeed" as const, userId, includesTasks, version };
  const stored = calendarFeedEntity()
    .put({ ...item, ...(linkId && madeAt ? { linkId, madeAt } : {}) })
    .where((attribute, { eq, notExists }) =>
      before.version === 0 ? notExists(attribute.version) : eq(attribute.version, before.version),
    );
  return {
    writes: [put(stored.params(), "stale")],
    records: [
      {
        changes: [
          {
            action,
            subject: { kind: "calendarFeed", id: userId },
            version,
            before: before.linkId ? recordedOf(before) : null,
            after: linkId ? recordedOf(after) : null,
          },
        ],
      },
    ],
    result: after,
  };
}

const unchanged = (feed: StoredFeed): ChangeSet<StoredFeed> => ({ writes: [], records: [], result: feed });

const get = procedure({
  name: "calendarFeed.get",
  kind: "query",
  input: z.object({}),
  can: own,
  whileImpersonating: false,
  async run(_, context): Promise<CalendarFeed> {
    const { orgId, userId } = memberOf(context);
    return shown(orgId, userId, await feedOf(orgId, userId));
  },
});

const renew = procedure({
  name: "calendarFeed.renew",
  kind: "mutation",
  input: z.object({}),
  can: own,
  whileImpersonating: false,
  /** Makes a link; the one before it ends at once. */
  async run(_, context): Promise<CalendarFeed> {
    const { orgId, userId } = memberOf(context);
    const linkId = randomBytes(16).toString("base64url");
    const { result } = await commit(commitContextOf(context), async (madeAt) => {
      const before = await feedOf(orgId, userId);
      return changed({ orgId, userId }, before, "calendarFeed.create", { includesTasks: before.includesTasks, linkId, madeAt });
    });
    return shown(orgId, userId, result);
  },
});

const updateOne = procedure({
  name: "calendarFeed.update",
  kind: "mutation",
  input: UpdateFeedInput,
  can: own,
  whileImpersonating: false,
  async run({ includesTasks }, context): Promise<CalendarFeed> {
    const { orgId, userId } = memberOf(context);
    const { result } = await commit(commitContextOf(context), async () => {
      const before = await feedOf(orgId, userId);
      if (!before.linkId) throw new KartisError("NOT_FOUND");
      if (before.includesTasks === includesTasks) return unchanged(before);
      return changed({ orgId, userId }, before, "calendarFeed.update", { ...before, includesTasks });
    });
    return shown(orgId, userId, result);
  },
});

const remove = procedure({
  name: "calendarFeed.remove",
  kind: "mutation",
  input: z.object({}),
  can: own,
  whileImpersonating: false,
  /** The link ends at once. */
  async run(_, context): Promise<CalendarFeed> {
    const { orgId, userId } = memberOf(context);
    const { result } = await commit(commitContextOf(context), async () => {
      const before = await feedOf(orgId, userId);
      if (!before.linkId) return unchanged(before);
      return changed({ orgId, userId }, before, "calendarFeed.delete", { includesTasks: before.includesTasks });
    });
    return shown(orgId, userId, result);
  },
});

export const calendarFeedProcedures = [get, renew, updateOne, remove] as const;
