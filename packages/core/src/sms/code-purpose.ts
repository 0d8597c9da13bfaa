import { translator } from "@kartis/i18n/translate.ts";
import { isLanguage } from "@kartis/i18n/languages.ts";
import * as z from "zod";
import { unseal } from "../kernel/seal.ts";
import type { Purpose } from "../outbound/index.ts";
import { smsProvider } from "./providers/list.ts";
import { ownSender } from "./schema.ts";
import { sendersOf } from "./senders.ts";

const Payload = z.object({ code: z.string(), language: z.string() });

/** Sends the codes that verify senders, from Kartis's own sender: an organization has none yet. Receiving one twice is harmless. */
export const senderCodes: Purpose = {
  repeats: true,
  concerns: "organization",
  async prepare({ orgId, subjectId, payload }) {
    const sender = (await sendersOf(orgId)).find(({ id }) => id === subjectId);
    if (!sender || sender.verifiedAt) return undefined;
    const { code: sealed, language } = Payload.parse(payload);
    const code = unseal(sealed, "sender code", [orgId, sender.id]);
    const t = await translator(isLanguage(language) ? language : "en", { isolates: false });
    const text = t("mail.senderCode.text", { code, name: sender.name });
    const { provider, account } = smsProvider();
    return () => provider.send({ from: ownSender, to: sender.phone, text, reportTo: undefined }, account);
  },
};
