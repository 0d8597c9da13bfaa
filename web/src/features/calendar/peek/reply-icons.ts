import accepted from "@fluentui/svg-icons/icons/checkmark_circle_16_filled.svg?icon";
import pending from "@fluentui/svg-icons/icons/clock_16_regular.svg?icon";
import declined from "@fluentui/svg-icons/icons/dismiss_circle_16_filled.svg?icon";
import tentative from "@fluentui/svg-icons/icons/question_circle_16_regular.svg?icon";
import type { Reply } from "@kartis/core/activities/meetings/schema.ts";
import type { IconShape } from "../../../ui/display/Icon.tsx";

/** The sign of each reply to an invitation. */
export const replyIcons: Readonly<Record<Reply, IconShape>> = {
  ACCEPTED: accepted,
  DECLINED: declined,
  TENTATIVE: tentative,
  PENDING: pending,
};
