/**
 * The columns of a file of meetings, in their order, with the catalogue keys of their names: what an export writes and an import reads. A series is exported as
 * the times at which it takes place, so its rule is in no column.
 */
export const meetingColumns = {
  title: "audit.value.title",
  start: "fields.export.startDate",
  startTime: "fields.export.startTime",
  end: "fields.export.endDate",
  endTime: "fields.export.endTime",
  location: "audit.value.location",
  participants: "audit.value.participants",
  guests: "audit.value.guests",
  cardId: "audit.value.cardId",
  description: "audit.value.description",
} as const;
