import {
  CardIdSchema,
  CardTypeIdSchema,
  CardTypeSchema,
  FieldSchema,
  FilterSchema,
  OptionSchema,
} from "@kartis/core/cards/schema.ts";
import { ChecklistItemSchema, priorities, TaskIdSchema, taskGroups } from "@kartis/core/activities/tasks/schema.ts";
import { activityTypes } from "@kartis/core/activities/types/list.ts";
import { blockTypes } from "@kartis/core/activities/comments/rules.ts";
import { reactions } from "@kartis/core/activities/comments/schema.ts";
import { communicationTypes, directions } from "@kartis/core/activities/communications/schema.ts";
import { callStatuses } from "@kartis/core/activities/types/call.ts";
import { MeetingIdSchema, replies } from "@kartis/core/activities/meetings/schema.ts";
import { RuleSchema } from "@kartis/core/activities/recurrence/schema.ts";
import { ReminderSchema } from "@kartis/core/activities/reminders/schema.ts";
import { idSchema } from "@kartis/core/kernel/id-schema.ts";
import { ulidForm } from "@kartis/core/kernel/id-form.ts";
import { permissionLevels } from "@kartis/core/kernel/permission.ts";
import { LayoutGroupSchema, LayoutSettingsSchema } from "@kartis/core/layouts/schema.ts";
import { ViewStateSchema } from "@kartis/core/views/schema.ts";
import * as z from "zod";

/*
 * What version 1 of the API promises to answer. A contract of its own, beside the domains' types: a test calls every operation and compares its answer with
 * this, so that a changed domain shows here before it shows to a customer.
 */
const instant = z.iso.datetime().describe("An instant in UTC");
const recordId = z.string().regex(ulidForm).describe("A record of the journal");
const version = z.number().int().describe("Goes up by one with each change");
const nextCursor = z.number().int().nullable().describe("What to send as `cursor` for the next page; null on the last");
const userId = idSchema("usr");
const fileId = idSchema("fil");
const attachments = z.array(z.object({ fileId, name: z.string(), bytes: z.number().int(), mime: z.string() }));
const fields = z.record(z.string(), z.unknown()).describe("Field id to value, in the shape of the field's type");

const card = {
  id: CardIdSchema,
  typeId: CardTypeIdSchema,
  version,
  fields,
  createdAt: instant,
  updatedAt: instant,
  trashedAt: instant.nullable().describe("When it was put into the trash"),
  mergedInto: CardIdSchema.optional().describe("Of a card in the trash: the card it was merged into"),
};
const figures = z
  .object({
    lastActivityAt: instant
      .nullable()
      .describe("The last comment, logged conversation, completed task or meeting that has begun"),
    nextActivityAt: instant.nullable().describe("The next meeting, or the next task that is due"),
    nextMeetingAt: instant.nullable(),
    openTasks: z.number().int(),
    overdueTasks: z.number().int(),
  })
  .describe("Figures of the card's activities that the caller can see; with `withFigures` only");
/** @public Named in the document, which spreads this whole module. */
export const Card = z.object(card);
const CardNames = z
  .record(z.string(), z.object({ name: z.string(), typeId: CardTypeIdSchema }))
  .describe("Names of the cards that relations reference, by id; hidden cards are absent");
export const CardWithNames = z.object({ ...card, related: CardNames });
export const ChangedCard = z.object({
  ...card,
  recordId: recordId.nullable().describe("The record that undoes the change; null when nothing changed"),
});
export const CardList = z.object({
  rows: z.array(Card.extend({ figures: figures.optional() })),
  related: CardNames,
  total: z.number().int().describe("How many cards the query finds, on all pages"),
  sums: z.record(z.string(), z.object({ sum: z.number(), average: z.number().nullable(), count: z.number().int() })),
  nextCursor,
});
export const RelatedCards = z.object({
  groups: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      direction: z.enum(["names", "namedBy"]).describe("Cards that this one names, or that name it"),
      typeId: CardTypeIdSchema.describe("The type whose field it is"),
      fieldId: z.string(),
      fieldIds: z.array(z.string()).describe("Fields that are shown beside the name"),
      rows: z.array(Card),
      total: z.number().int(),
      nextCursor,
    }),
  ),
  related: CardNames,
});
export const CardGroups = z.array(
  z.object({
    value: z.union([z.string(), z.number()]).nullable().describe("The option, person or value; null for cards without one"),
    count: z.number().int(),
    sums: z.record(z.string(), z.number()),
  }),
);
const task = {
  id: TaskIdSchema,
  version,
  title: z.string(),
  description: z.string().nullable(),
  location: z.string().nullable(),
  due: z.string().describe("A day (`YYYY-MM-DD`), which means until its end, or an instant in UTC"),
  dueAt: instant.describe("The instant by which it is due; of a day, its end in the organization's time zone"),
  assignedTo: userId.nullable(),
  priority: z.enum(priorities).nullable(),
  cardId: CardIdSchema.nullable(),
  checklist: z.array(ChecklistItemSchema),
  done: z.boolean(),
  doneAt: instant.nullable(),
  repeat: RuleSchema.nullable().describe("By which the next one is due that is made when this one is done"),
  reminder: ReminderSchema.describe("How many minutes before it is due its assignee is reminded of it"),
  attachments,
  createdBy: userId.nullable().describe("Null for what no person made"),
  createdAt: instant,
  updatedAt: instant,
  trashedAt: instant.nullable().describe("When it was put into the trash"),
};
/** @public Named in the document, which spreads this whole module. */
export const Task = z.object(task);
export const TaskWithCard = z.object({ ...task, cards: CardNames });
export const ChangedTask = z.object({
  ...task,
  recordId: recordId.nullable().describe("The record that undoes the change; null when nothing changed"),
});
export const TaskList = z.object({
  rows: z.array(Task),
  cards: CardNames,
  total: z.number().int().describe("How many tasks the query finds, on all pages"),
  groups: z.record(z.enum(taskGroups), z.number().int()).describe("How many of them are due when, from today on"),
  sections: z
    .array(
      z.object({ key: z.string().nullable().describe("A person, a priority or a card; null for none"), count: z.number().int() }),
    )
    .describe("How many of them each section has, where they are grouped by something else"),
  mergedCards: z.record(CardIdSchema, CardIdSchema).describe("Into which cards those of these rows were merged"),
  nextCursor,
});
export const FoundActivities = z.object({
  rows: z.array(
    z.object({
      id: TaskIdSchema,
      type: z.enum(activityTypes),
      version: z.number().int(),
      title: z.string(),
      description: z.string().nullable(),
      location: z.string().nullable(),
      date: z.string().nullable().describe("When it is due or begins: a day, or an instant"),
      startsAt: instant.nullable().describe("The instant at which it begins, or by which it is due"),
      reminder: instant.nullable().describe("The instant of the reminder that it was found by, or of its first"),
      day: z.string().nullable().describe("Of an occurrence in a series: the day by which the series names it"),
      done: z.boolean(),
      assignedTo: userId.nullable(),
      guests: z.array(z.union([userId, CardIdSchema])),
      cardId: CardIdSchema.nullable(),
    }),
  ),
  cards: CardNames,
});
export const TasksChanged = z.object({
  outcomes: z.array(
    z.object({
      taskId: TaskIdSchema,
      task: Task.nullable(),
      error: z
        .object({ code: z.string(), messageKey: z.string().optional(), fields: z.record(z.string(), z.string()).optional() })
        .nullable(),
    }),
  ),
  recordId: recordId.nullable().describe("The record that undoes all of it; null when nothing changed"),
});
const guest = {
  id: z.string().describe("By which the guest is named"),
  cardId: CardIdSchema.nullable(),
  email: z.string().nullable(),
  name: z.string().nullable(),
  rsvp: z.enum(replies),
};
const exception = {
  day: z.string().describe("The day that the rule gave it, by which it is named whatever is changed about it"),
};
const meeting = {
  id: MeetingIdSchema,
  version,
  title: z.string(),
  description: z.string().nullable(),
  location: z.string().nullable(),
  start: z.string().describe("An instant in UTC; a day (`YYYY-MM-DD`) for one of whole days"),
  minutes: z.number().int().nullable().describe("How long it lasts; null for whole days"),
  days: z.number().int().nullable().describe("How many days it takes; null for one with a time"),
  timeZone: z.string().describe("In which it keeps its hour"),
  participants: z.array(userId).describe("Members who take part"),
  guests: z.array(z.object({ ...guest, answeredAt: instant.nullable() })),
  answers: z
    .array(
      z.object({
        guestId: z.string(),
        day: z.string().nullable(),
        rsvp: z.enum(replies),
        answeredAt: instant.nullable(),
        by: userId.nullable().optional().describe("Who recorded it for the guest; absent where they replied themselves"),
      }),
    )
    .describe("Replies, for the whole meeting or for the occurrence of that day"),
  cardId: CardIdSchema.nullable(),
  repeat: RuleSchema.nullable(),
  exceptions: z.array(
    z.discriminatedUnion("type", [
      z.object({ type: z.literal("removed"), ...exception }),
      z.object({
        type: z.literal("changed"),
        ...exception,
        start: z.string().optional(),
        minutes: z.number().int().nullable().optional(),
        days: z.number().int().nullable().optional(),
        title: z.string().optional(),
        description: z.string().nullable().optional(),
        location: z.string().nullable().optional(),
        participants: z.array(userId).optional(),
      }),
    ]),
  ),
  reminder: z.number().int().nullable().describe("Minutes before the start"),
  notify: z.object({ invite: z.boolean(), changes: z.boolean(), remind: z.boolean() }),
  attachments: attachments.describe("Files for members; guests do not get them"),
  sequence: z.number().int().describe("RFC 5546: goes up with every change that makes an earlier invitation wrong"),
  createdBy: userId.nullable().describe("Who organizes it; null for what no person made"),
  createdAt: instant,
  updatedAt: instant,
  trashedAt: instant.nullable().describe("When it was put into the trash"),
};
const occurrence = {
  meetingId: MeetingIdSchema,
  day: z
    .string()
    .nullable()
    .describe("Its name in the series: the day that the rule gave it; null for a meeting that does not repeat"),
  start: z.string(),
  end: z.string().describe("The instant at which it is over, or the day after its last one"),
  isAllDay: z.boolean(),
  title: z.string(),
  location: z.string().nullable(),
  participants: z.array(userId),
  guests: z.array(z.object(guest)),
  cardId: CardIdSchema.nullable(),
  isRepeating: z.boolean(),
  isChanged: z.boolean().describe("It differs from its series"),
  createdBy: userId.nullable(),
  version,
  canUpdate: z.boolean().describe("Whether the caller may change it"),
};
export const MeetingWithCards = z.object({
  ...meeting,
  cards: CardNames,
  occurrence: z.object(occurrence).nullable().describe("The occurrence that was asked for"),
});
export const ChangedMeeting = z.object({
  ...meeting,
  recordId: recordId.nullable().describe("The record that undoes the change; null when nothing changed"),
  dropped: z
    .array(z.string())
    .describe("Occurrences whose own changes were lost, since the changed series has no time for them; by their days"),
});
export const MeetingsInRange = z.object({
  occurrences: z.array(z.object(occurrence)),
  cards: CardNames,
  isCut: z.boolean().describe("There are more than an answer holds"),
});
export const BusyTimes = z.object({
  byUser: z.record(
    z.string(),
    z.array(
      z.object({ start: instant, end: instant, title: z.string().nullable().describe("Null where the caller may not see it") }),
    ),
  ),
});
export const FreeTimes = z.object({ times: z.array(z.object({ start: instant, end: instant })) });
const SearchResult = z.object({
  id: CardIdSchema,
  cardTypeId: CardTypeIdSchema,
  name: z.string(),
  avatarFileId: fileId.nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
});
export const SearchResults = z.object({ results: z.array(SearchResult), nextCursor });
export const DuplicateCheck = z.object({
  isDuplicate: z.boolean(),
  conflictField: z.string().nullable(),
  duplicates: z.array(SearchResult),
  similar: z.array(SearchResult).describe("Cards that may be the same; a warning, which blocks nothing"),
});
export const History = z.object({
  entries: z.array(
    z.object({
      recordId,
      at: instant,
      action: z.string(),
      userId: userId.nullable(),
      actorKind: z.string(),
      origin: z.string(),
      before: fields.nullable(),
      after: fields.nullable(),
    }),
  ),
  related: CardNames,
  nextCursor,
});
export const ManyUpdated = z.object({
  outcomes: z.array(
    z.object({
      cardId: CardIdSchema,
      card: Card.nullable(),
      error: z
        .object({
          code: z.string(),
          messageKey: z.string().optional(),
          params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
          fields: z.record(z.string(), z.string()).optional(),
        })
        .nullable(),
    }),
  ),
  recordIds: z.array(recordId),
});
export const Undone = z.object({ recordId: recordId.nullable(), cards: z.array(Card), skipped: z.array(z.unknown()) });
const Option = OptionSchema.omit({ presets: true });
const Field = FieldSchema.omit({ presets: true }).extend({ options: z.array(Option).max(500).default([]) });
export const CardType = CardTypeSchema.omit({ presets: true })
  .extend({ fields: z.array(Field) })
  .describe(
    "Names that a template gave are in the language of `Accept-Language` (en, he, hu, ru), else in the organization's first one",
  );
const written = {
  pinned: z.boolean().describe("At the top of the card's timeline"),
  createdBy: userId.nullable().describe("Null for what no person made"),
  createdAt: instant,
  updatedAt: instant,
  trashedAt: instant.nullable().describe("When it was put into the trash"),
};
const undoneBy = { recordId: recordId.nullable().describe("The record that undoes the change; null when nothing changed") };
const run = z.object({
  text: z.string(),
  bold: z.literal(true).optional(),
  italic: z.literal(true).optional(),
  strike: z.literal(true).optional(),
  code: z.literal(true).optional(),
  link: z.string().optional(),
});
const comment = {
  id: idSchema("act"),
  version,
  cardId: CardIdSchema,
  parentId: idSchema("act").nullable().describe("The comment that it answers"),
  body: z.array(
    z.object({
      type: z.enum(blockTypes),
      content: z.array(z.union([run, z.object({ member: userId }), z.object({ card: CardIdSchema })])),
    }),
  ),
  attachments,
  reactions: z.partialRecord(z.enum(reactions), z.array(userId)),
  editedAt: instant.nullable().describe("When its words or files were last changed"),
  ...written,
};
/** @public Named in the document, which spreads this whole module. */
export const Comment = z.object(comment);
export const ChangedComment = z.object({ ...comment, ...undoneBy });
const communication = {
  id: idSchema("act"),
  type: z.enum(communicationTypes),
  version,
  cardId: CardIdSchema,
  direction: z.enum(directions).describe("From the customer, or to them"),
  happenedAt: instant,
  note: z.string().nullable(),
  number: z.string().nullable().describe("Of a call: the number of whoever was on the other end"),
  seconds: z.number().int().nullable().describe("Of a call: how long it took"),
  status: z.enum(callStatuses).nullable().describe("Of a call"),
  link: z.string().nullable().describe("Of a social channel: where the conversation is"),
  ...written,
};
/** @public Named in the document, which spreads this whole module. */
export const Communication = z.object(communication);
export const ChangedCommunication = z.object({ ...communication, ...undoneBy });
export const Timeline = z.object({
  entries: z.array(
    z.object({
      kind: z.enum(["activity", "history"]),
      id: z.string(),
      at: instant.describe("When it happened"),
      type: z.string().optional().describe("Of an activity"),
      value: z
        .union([Comment, Communication, z.record(z.string(), z.unknown())])
        .optional()
        .describe("The activity, by its type"),
      thread: z
        .object({ rows: z.array(Comment), total: z.number().int() })
        .nullable()
        .optional()
        .describe("The answers to a comment, oldest first; of many the latest"),
      record: z.record(z.string(), z.unknown()).optional().describe("What happened to the card itself"),
    }),
  ),
  related: CardNames,
  nextCursor: z.string().nullable().describe("What to send as `cursor` for the next page; null on the last"),
});
export const CountedCardTypes = z.array(CardType.extend({ count: z.number().int().describe("Cards of the type") }));
export const UpdatedFields = z.object({
  type: CardType,
  operationId: idSchema("opn")
    .nullable()
    .describe("The operation that brings existing cards in line, if there is anything to do"),
});
export const Layout = z.object({
  id: idSchema("lay"),
  typeId: CardTypeIdSchema,
  title: z.string(),
  groups: z.array(LayoutGroupSchema),
  filter: FilterSchema.nullable(),
  roleIds: z.array(z.string()),
  order: z.number().int(),
  version,
  isFirst: z.boolean(),
  settings: LayoutSettingsSchema.optional(),
});
export const View = z.object({
  id: idSchema("viw"),
  typeId: CardTypeIdSchema.nullable(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  isPrivate: z.boolean(),
  ownerId: userId.nullable(),
  order: z.number().int(),
  version,
  stateVersion: version,
  state: ViewStateSchema,
});
export const Member = z.object({
  userId,
  name: z.string(),
  email: z.string(),
  systemRole: z.enum(["OWNER", "ADMIN", "BASIC"]),
  roleId: idSchema("rol").nullable(),
  avatarId: fileId.nullable(),
  joinedAt: instant,
  invitedAt: instant.nullable(),
  lastActiveAt: instant.nullable(),
  version,
});
export const NamedMember = Member.pick({ userId: true, name: true, avatarId: true }).extend({ isAssignable: z.boolean() });
export const Role = z.object({
  id: idSchema("rol"),
  version,
  name: z.string(),
  description: z.string(),
  grants: z.record(z.string(), z.enum(permissionLevels)).describe("`TYPE.action` to level; what is absent is denied"),
  preset: z.enum(["SYSTEM_ADMINISTRATOR", "SALES_REPRESENTATIVE", "READ_ONLY_USER"]).nullable(),
  memberCount: z.number().int(),
});
const storedFile = {
  fileId,
  name: z.string(),
  bytes: z.number().int(),
  mime: z.string(),
  purpose: z.enum(["card", "image", "avatar", "activity"]),
  cardId: CardIdSchema.nullable(),
  activityId: idSchema("act").nullable().describe("The activity that it was uploaded for"),
  uploadedBy: userId,
  createdAt: instant,
};
export const StoredFile = z.object(storedFile);
export const FileList = z.object({
  rows: z.array(
    z.object({
      ...storedFile,
      card: z
        .object({ id: CardIdSchema, typeId: CardTypeIdSchema, name: z.string(), people: z.record(z.string(), z.string()) })
        .nullable(),
    }),
  ),
  total: z.number().int(),
  totalBytes: z.number().int(),
  nextCursor,
});
export const Upload = z.object({
  fileId,
  url: z.string().describe("Where to post the file, as multipart/form-data: `fields` first, then `file`"),
  fields: z.record(z.string(), z.string()),
});
export const FileAddress = z.object({ url: z.string().describe("Gives the file for five minutes") });
export const FileRemoved = z.object({ fileId });
export const Audit = z.object({
  entries: z.array(
    z.object({
      id: recordId,
      userId: z.string().nullable(),
      user: z.string().nullable().describe("The name of whoever did it"),
      actorKind: z.string(),
      origin: z.string(),
      action: z.string(),
      subjectName: z.string().nullable().describe("What the thing is called now, or was then"),
      subject: z.object({ kind: z.string(), id: z.string(), typeId: z.string().optional() }).nullable(),
      changeCount: z.number().int(),
      createdAt: instant,
      before: z.record(z.string(), z.unknown()).nullable(),
      after: z.record(z.string(), z.unknown()).nullable(),
    }),
  ),
  related: CardNames,
  total: z.number().int(),
  nextCursor: recordId.nullable(),
});
export const Done = z.object({ ok: z.literal(true) });
