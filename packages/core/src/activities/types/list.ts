import { call } from "./call.ts";
import { comment } from "./comment.ts";
import type { ActivityAction, ActivityDefinition, ActivityVerb } from "./definition.ts";
import { mail } from "./mail.ts";
import { meeting } from "./meeting.ts";
import { sms } from "./sms.ts";
import { social } from "./social.ts";
import { task } from "./task.ts";
import { whatsapp } from "./whatsapp.ts";

/** The types of activities, by their names in the specification. */
export const definitions = {
  TASK: task,
  MEETING: meeting,
  COMMENT: comment,
  CALL: call,
  MAIL: mail,
  SMS: sms,
  WHATSAPP: whatsapp,
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

/** The actions by which these things happen to activities, of whatever type. */
export const activityActions = <Verb extends ActivityVerb>(...verbs: readonly Verb[]): readonly ActivityAction<Verb>[] => [
  ...new Set(Object.values(definitions).flatMap(({ actions }: ActivityDefinition) => verbs.map((verb) => actions[verb]))),
];
export const definitionOf = (type: ActivityType): ActivityDefinition => definitions[type];
