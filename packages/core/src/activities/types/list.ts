import type { JournalAction } from "../../data/journal.ts";
import { call } from "./call.ts";
import { comment } from "./comment.ts";
import type { ActivityDefinition } from "./definition.ts";
import { mail } from "./mail.ts";
import { meeting } from "./meeting.ts";
import { sms } from "./sms.ts";
import { social } from "./social.ts";
import { task } from "./task.ts";

/** The types of activities, by their names in the specification. */
export const definitions = {
  TASK: task,
  MEETING: meeting,
  COMMENT: comment,
  CALL: call,
  MAIL: mail,
  SMS: sms,
  FACEBOOK: social,
  INSTAGRAM: social,
  LINKEDIN: social,
  TWITTER: social,
} as const satisfies Record<string, ActivityDefinition>;

export type ActivityType = keyof typeof definitions;

export const isActivityType = (value: unknown): value is ActivityType =>
  typeof value === "string" && Object.hasOwn(definitions, value);
export const activityTypes: readonly ActivityType[] = Object.keys(definitions).filter(isActivityType);
/** Permissions that cover activities. */
export const activityPermissions = [...new Set(Object.values(definitions).map(({ permission }) => permission))];

type Verb = keyof ActivityDefinition["actions"];
/** Actions of the types of activities; all of them unless verbs are named. */
export const activityActions = (...verbs: readonly Verb[]): readonly JournalAction[] => [
  ...new Set(
    Object.values(definitions).flatMap(({ actions }: ActivityDefinition) =>
      verbs.length > 0 ? verbs.map((verb) => actions[verb]) : Object.values(actions),
    ),
  ),
];
export const definitionOf = (type: ActivityType): ActivityDefinition => definitions[type];
