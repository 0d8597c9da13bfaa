import * as audit from "../answers/audit.ts";
import * as automations from "../answers/automations.ts";
import * as calls from "../answers/calls.ts";
import * as cardTypes from "../answers/card-types.ts";
import * as cards from "../answers/cards.ts";
import * as files from "../answers/files.ts";
import * as gmail from "../answers/gmail.ts";
import * as mails from "../answers/mails.ts";
import * as sms from "../answers/sms.ts";
import * as meetings from "../answers/meetings.ts";
import * as notifications from "../answers/notifications.ts";
import * as people from "../answers/people.ts";
import * as taskViews from "../answers/task-views.ts";
import * as tasks from "../answers/tasks.ts";
import * as templates from "../answers/templates.ts";
import * as timeline from "../answers/timeline.ts";
import * as longOperations from "../answers/long-operations.ts";
import * as whatsapp from "../answers/whatsapp.ts";
import * as webhooks from "../answers/webhooks.ts";
import { Done } from "../answers/parts.ts";

/** Answers that version 1 of the API promises, by their names in the document. */
export const answers = {
  ...cards,
  ...cardTypes,
  ...tasks,
  ...taskViews,
  ...meetings,
  ...timeline,
  ...mails,
  ...sms,
  ...templates,
  ...notifications,
  ...people,
  ...files,
  ...audit,
  ...webhooks,
  ...whatsapp,
  ...calls,
  ...gmail,
  ...longOperations,
  ...automations,
  Done,
};
