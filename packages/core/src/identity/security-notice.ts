import { locales } from "@kartis/i18n/languages.ts";
import { translator } from "@kartis/i18n/translate.ts";
import { reportFailure } from "../data/consumer.ts";
import { env } from "../kernel/env.ts";
import { deviceOf } from "../kernel/device.ts";
import type { CallContext } from "../kernel/procedure.ts";
import { sendMail } from "../mail/index.ts";
import type { User } from "../users/index.ts";

export type NoticeKind =
  | "passkeyAdded"
  | "passkeyRemoved"
  | "passwordChanged"
  | "twoStepOn"
  | "twoStepOff"
  | "recoveryCodeUsed"
  | "newDevice";

/**
 * Notifies a person by mail that something about signing in has changed, when and from where, in case it was not them. They cannot opt out of these mails. A
 * mail that cannot be sent undoes nothing.
 */
export async function mailSecurityNotice(
  kind: NoticeKind,
  { email, name, language }: Pick<User, "email" | "language" | "name">,
  about: Readonly<Record<string, string | number>>,
  { clock, client }: Pick<CallContext, "client" | "clock">,
): Promise<void> {
  try {
    const t = await translator(language);
    const format = new Intl.DateTimeFormat(locales[language], { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
    const when = `${format.format(clock.now())} UTC`;
    const { browser, system } = deviceOf(client.userAgent);
    const device = [browser, system].filter((part) => part !== undefined).join(", ") || t("mail.unknownDevice");
    const link = `${env("PUBLIC_ORIGIN")}/settings/user`;
    await sendMail({
      to: email,
      subject: t(`mail.${kind}.subject`),
      text: t(`mail.${kind}.text`, { name, ...about, when, device, address: client.address, link }),
    });
  } catch (error) {
    reportFailure("identity.securityNotice", error);
  }
}
