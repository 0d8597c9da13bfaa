/** Kind of record that a long operation changes, used in its messages. */
export type ChangedKind = "cards" | "tasks" | "meetings" | "sms" | "presses";
