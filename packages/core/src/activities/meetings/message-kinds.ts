/** What a message to somebody at a meeting says: of a change, or that the meeting comes near. */
export const messageKinds = ["invited", "changed", "canceled", "reminded"] as const;
export type MessageKind = (typeof messageKinds)[number];
/** What it says of a change. */
export type ChangeKind = Exclude<MessageKind, "reminded">;
