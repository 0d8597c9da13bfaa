import { later } from "../../../lib/later.tsx";

export const FeedDialog = later(async () => (await import("./FeedDialog.tsx")).FeedDialog);
