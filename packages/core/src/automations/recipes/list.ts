import { dateTask } from "./date-task.ts";
import { feedback } from "./feedback.ts";
import { followUp } from "./follow-up.ts";
import { meetingButton } from "./meeting-button.ts";
import { ownerBrief } from "./owner-brief.ts";
import { overdueTask } from "./overdue-task.ts";
import type { Recipe } from "./recipe.ts";
import { replyTask } from "./reply-task.ts";
import { statusNotice } from "./status-notice.ts";
import { statusTask } from "./status-task.ts";
import { welcomeMail } from "./welcome-mail.ts";
import { welcomeTask } from "./welcome-task.ts";
import { whatsappNotice } from "./whatsapp-notice.ts";

/** Every recipe. To add one: a file, a line here, and its texts in the catalogues. */
export const recipes: readonly Recipe[] = [
  welcomeTask,
  welcomeMail,
  statusNotice,
  statusTask,
  followUp,
  feedback,
  ownerBrief,
  replyTask,
  overdueTask,
  dateTask,
  whatsappNotice,
  meetingButton,
];
