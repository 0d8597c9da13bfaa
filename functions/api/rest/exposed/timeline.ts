import { ChangedComment, ChangedCommunication, TaskComments, Timeline } from "../answers/timeline.ts";
import type { Exposures } from "../exposure.ts";

const body = [{ type: "paragraph", content: [{ text: "Budget approved." }] }];

export const timeline = {
  "timeline.list": {
    method: "GET",
    path: "/cards/{cardId}/timeline",
    tag: "Timeline",
    summary: "List what was written, logged, done and changed on a card",
    description:
      "Newest first unless `order` says otherwise. An entry is an activity, with the values of its type, or a record of the card's history.",
    output: Timeline,
    example: ({ cardId }) => ({ cardId, channels: ["comments"], limit: 20 }),
  },
  "comments.create": {
    method: "POST",
    path: "/comments",
    tag: "Timeline",
    summary: "Comment on a card or a task",
    description:
      "`body` is a list of blocks; people and cards are mentioned by id. It is on the card of `cardId` or on the task of `taskId`. With `parentId`, it answers another comment of that card.",
    status: 201,
    output: ChangedComment,
    example: ({ cardId }) => ({ cardId, body }),
  },
  "comments.ofTask": {
    method: "GET",
    path: "/tasks/{taskId}/comments",
    tag: "Timeline",
    summary: "List the comments on a task",
    description: "The oldest first; of more than 500 the latest.",
    output: TaskComments,
    example: ({ taskId }) => ({ taskId }),
  },
  "comments.update": {
    method: "PATCH",
    path: "/comments/{commentId}",
    tag: "Timeline",
    summary: "Change or pin a comment",
    output: ChangedComment,
    example: ({ commentId }) => ({ commentId, body, pinned: true }),
  },
  "comments.remove": {
    method: "DELETE",
    path: "/comments/{commentId}",
    tag: "Timeline",
    summary: "Put a comment into the trash",
    output: ChangedComment,
    example: ({ commentId }) => ({ commentId }),
  },
  "comments.restore": {
    method: "POST",
    path: "/comments/{commentId}/restore",
    tag: "Timeline",
    summary: "Take a comment out of the trash",
    output: ChangedComment,
    example: ({ commentId }) => ({ commentId }),
  },
  "communications.create": {
    method: "POST",
    path: "/communications",
    tag: "Timeline",
    summary: "Log a call or another conversation",
    description:
      "`number`, `seconds` and `status` are of calls, `link` of social channels. It happened now unless `happenedAt` says when.",
    status: 201,
    output: ChangedCommunication,
    example: ({ cardId }) => ({
      type: "CALL",
      cardId,
      direction: "IN",
      number: "+972 50 123 4567",
      seconds: 402,
      status: "answered",
      note: "Budget approved, delivery in two phases.",
    }),
  },
  "communications.update": {
    method: "PATCH",
    path: "/communications/{communicationId}",
    tag: "Timeline",
    summary: "Change or pin a logged conversation",
    output: ChangedCommunication,
    example: ({ communicationId }) => ({ communicationId, note: "Call back tomorrow." }),
  },
  "communications.remove": {
    method: "DELETE",
    path: "/communications/{communicationId}",
    tag: "Timeline",
    summary: "Put a logged conversation into the trash",
    output: ChangedCommunication,
    example: ({ communicationId }) => ({ communicationId }),
  },
  "communications.restore": {
    method: "POST",
    path: "/communications/{communicationId}/restore",
    tag: "Timeline",
    summary: "Take a logged conversation out of the trash",
    output: ChangedCommunication,
    example: ({ communicationId }) => ({ communicationId }),
  },
} as const satisfies Exposures;
