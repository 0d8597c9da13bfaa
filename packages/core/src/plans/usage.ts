import { activityActions } from "../activities/types/list.ts";
import type { Change, JournalAction } from "../data/journal.ts";
import type { LimitName } from "./limits.ts";

export type Metered = Extract<LimitName, "users" | "cards" | "cardTypes" | "activities" | "workflows" | "automationRunsPerMonth">;
type Use = readonly [Metered, (change: Change) => number];

const one = () => 1;
const oneLess = () => -1;
const isListed = (values: Change["after"]): boolean => values?.["trashedAt"] === null;
const listedMore = ({ before, after }: Change): number => Number(isListed(after)) - Number(isListed(before));
const listedLess = ({ before }: Change): number => -Number(isListed(before));

const actionsWith = (actions: readonly JournalAction[], use: Use) => actions.map((action) => [action, use] as const);

/**
 * How much more of which limit a change uses; negative when it frees some. What is in the trash does not count. An invitation has its seat from the day it is
 * sent, and passes it on when accepted.
 */
export const uses: ReadonlyMap<JournalAction, Use> = new Map<JournalAction, Use>([
  ["organization.create", ["users", one]],
  ["inviteUser", ["users", one]],
  ["member.add", ["users", ({ after }) => (after?.["invitationId"] ? 0 : 1)]],
  ["member.remove", ["users", oneLess]],
  ["invitation.revoke", ["users", oneLess]],
  ["invitation.expire", ["users", oneLess]],
  ["card.create", ["cards", one]],
  ["card.restore", ["cards", one]],
  ["card.delete", ["cards", oneLess]],
  ["card.merge", ["cards", listedMore]],
  ["card.unmerge", ["cards", listedMore]],
  ["card.erase", ["cards", listedLess]],
  ...actionsWith(activityActions("create", "restore"), ["activities", one]),
  ...actionsWith(activityActions("delete"), ["activities", oneLess]),
  ...actionsWith(activityActions("purge"), ["activities", listedLess]),
  ["cardType.create", ["cardTypes", one]],
  ["cardType.delete", ["cardTypes", oneLess]],
  ["automation.create", ["workflows", one]],
  ["automation.delete", ["workflows", oneLess]],
  // Where a run starts. A retry records the same and is not metered: the run has been counted.
  ["automation.execute", ["automationRunsPerMonth", one]],
]);

/** The actions that change the usage of a limit, with the limit. Files are metered where they are stored. */
export const meteredActions: readonly (readonly [JournalAction, LimitName])[] = [
  ...[...uses].map(([action, [limit]]) => [action, limit] as const),
  ["file.upload", "storage"],
  ["file.delete", "storage"],
];
