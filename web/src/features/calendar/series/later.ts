import { withWords } from "../../../lib/i18n.tsx";
import { later } from "../../../lib/later.tsx";

/** Few meetings tell their guests by SMS. */
export const SmsOfNews = later(async () => (await withWords(["sms"], import("./SmsOfNews.tsx"))).SmsOfNews);
