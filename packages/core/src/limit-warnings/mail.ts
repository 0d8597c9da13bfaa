import { formatter } from "@kartis/i18n/format.ts";
import { translator } from "@kartis/i18n/translate.ts";
import { env } from "../kernel/env.ts";
import { isId } from "../kernel/id.ts";
import { linkInto } from "../kernel/link.ts";
import { mailing } from "../mail/index.ts";
import { findOrganization } from "../organizations/index.ts";
import { readerOf, WarningPayload } from "./warn.ts";

/** The warning in its reader's language. */
export const warningMails = mailing(async ({ orgId, userId, payload }) => {
  const { limit, level, used, allowed } = WarningPayload.parse(payload);
  const [organization, reader] = await Promise.all([findOrganization(orgId), isId("usr", userId) ? readerOf(userId) : undefined]);
  if (!organization || !reader) return undefined;
  const t = await translator(reader.language, { isolates: false });
  const format = formatter({ language: reader.language });
  const amount = (value: number) => (limit === "storage" ? megabytes(format, value) : format.number(value));
  const params = {
    name: reader.name,
    organization: organization.name,
    what: limit,
    used: amount(used),
    allowed: amount(allowed),
    plan: t(`plans.type.${organization.plan.type}`),
    link: linkInto(orgId, "/settings/plan-and-billing"),
    profile: `${env("PUBLIC_ORIGIN")}/settings/user`,
  };
  const [subject, text] =
    level === 100
      ? ([t("mail.limit.full.subject", params), t("mail.limit.full.text", params)] as const)
      : ([t("mail.limit.near.subject", params), t("mail.limit.near.text", params)] as const);
  return { to: reader.email, subject, text };
});

const megabytes = (format: ReturnType<typeof formatter>, bytes: number): string =>
  format.number(Math.floor(bytes / (1024 * 1024)), { style: "unit", unit: "megabyte" });
