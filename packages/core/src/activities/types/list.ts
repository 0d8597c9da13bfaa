import type { JournalAction } from "../../data/journal.ts";
import { call } from "./call.ts";
import { comment } from "./comment.ts";
import type { ActivityDefinition } from "./definition.ts";
import { mail } from "./mail.ts";
import { meeting } from "./meeting.ts";
import { social } from "./social.ts";
import { task } from "./task.ts";

/** The types of activities, by their names in the specification. */
export const definitions = {
  TASK: task,
  MEETING: meeting,
  COMMENT: comment,
  CALL: call,
  MAIL: mail,
  FACEBOOK: social,
  INSTAGRAM: social,
  LINKEDIN: social,
  TWITTER: social,
} as const satisfies Record<string, ActivityDefinition>;

export type ActivityType = keyof typeof definitions;
export const activityTypes: readonly ActivityType[] = [
  "TASK",
  "MEETING",
  "COMMENT",
  "CALL",
  "MAIL",
  "FACEBOOK",
  "INSTAGRAM",
  "LINKEDIN",
  "TWITTER",
];

export const isActivityType = (value: unknown): value is ActivityType => activityTypes.some((type) => type === value);
/** Permissions that cover activities. */
export const activityPermissions = [...new Set(Object.values(definitions).map(({ permission }) => permission))];
/** Deletions for good, of any type. */
export const purgeActions: readonly JournalAction[] = [
  ...new Set(Object.values(definitions).map(({ actions }) => actions.purge)),
];
export const definitionOf = (type: ActivityType): ActivityDefinition => definitions[type];
