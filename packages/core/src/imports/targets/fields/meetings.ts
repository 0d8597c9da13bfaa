import { meetingColumns } from "../../../activities/meetings/columns.ts";
import type { Translate } from "@kartis/i18n/translate.ts";
import type { Importable, TargetField } from "../../rules.ts";

/** Columns that files of other apps have and our exports do not. */
const moreColumns = { minutes: "imports.meetings.duration", allDay: "imports.meetings.allDay" } as const;

/** The columns of meetings as fields: what the mapping, the corrections and the preview know of them. */
export function meetingsAsTarget(t: Translate): Importable {
  const names = { ...meetingColumns, ...moreColumns };
  const field = (id: keyof typeof names, type: TargetField["type"], more: Partial<TargetField> = {}): TargetField => ({
    id,
    key: id,
    type,
    label: t(names[id]),
    options: [],
    displayed: true,
    required: false,
    internal: false,
    ...more,
  });
  return {
    id: "meetings",
    fields: [
      field("title", "text", { required: true }),
      field("start", "datetime", { required: true }),
      field("startTime", "time"),
      field("end", "datetime"),
      field("endTime", "time"),
      field("minutes", "text"),
      field("allDay", "checkbox"),
      field("location", "text"),
      // Several people in one cell, so they are not chosen from a list.
      field("participants", "text"),
      field("guests", "text"),
      field("cardId", "cardRelation", { relation: { typeIds: [], many: false } }),
      field("description", "textarea"),
    ],
    identifiers: [],
    needs: { title: "validation.titleColumn", start: "validation.startColumn" },
    onlyNew: true,
  };
}
