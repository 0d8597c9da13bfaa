import { laterInFocus } from "../../../lib/later.tsx";

export const FeedDialog = laterInFocus(async () => (await import("./FeedDialog.tsx")).FeedDialog);
