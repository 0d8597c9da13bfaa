import { withWords } from "../../../lib/i18n.tsx";
import { later } from "../../../lib/later.tsx";

export const MeetingsBar = later(async () => (await withWords(["changes", "sms"], import("./MeetingsBar.tsx"))).MeetingsBar);
