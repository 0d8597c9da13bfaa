import { formatter } from "@kartis/i18n/format.ts";
import { translator } from "@kartis/i18n/translate.ts";
import type { Clock } from "../kernel/clock.ts";
import { env } from "../kernel/env.ts";
import type { OrgId } from "../kernel/id.ts";
import { mailOnce } from "../mail/index.ts";
import { findOrganization, membersOf } from "../organizations/index.ts";
import { findRecipient } from "../users/index.ts";
import type { WarningLevel, WatchedLimit } from "./rules.ts";

interface Rise {
  readonly limit: WatchedLimit;
  readonly level: WarningLevel;
  readonly used: number;
  readonly allowed: number;
  readonly risenAt: string;
}

/** Mails the owner and the administrators who want to know, each in their language and once for this rise. */
export async function mailWarning(orgId: OrgId, { limit, level, used, allowed, risenAt }: Rise, clock: Clock): Promise<void> {
  const [organization, members] = await Promise.all([findOrganization(orgId), membersOf(orgId)]);
  if (!organization) return;
  for (const { userId, systemRole } of members) {
    if (systemRole === "BASIC") continue;
    const reader = await findRecipient(userId);
    if (!reader?.notifications.email || !reader.notifications.planLimits) continue;
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
      link: `${env("PUBLIC_ORIGIN")}/settings/plan-and-billing`,
      profile: `${env("PUBLIC_ORIGIN")}/settings/user`,
    };
    const [subject, text] =
      level === 100
        ? ([t("mail.limit.full.subject", params), t("mail.limit.full.text", params)] as const)
        : ([t("mail.limit.near.subject", params), t("mail.limit.near.text", params)] as const);
    await mailOnce(
      { orgId, mail: "limit", keys: [`${limit}.${level}.${risenAt}.${userId}`], clock },
      { to: reader.email, subject, text },
    );
  }
}

const megabytes = (format: ReturnType<typeof formatter>, bytes: number): string =>
  format.number(Math.floor(bytes / (1024 * 1024)), { style: "unit", unit: "megabyte" });
