import type { OrgContext } from "../../kernel/procedure.ts";
import type { Notify } from "./schema.ts";

const switches = ["inviteBySms", "changesBySms", "remindBySms"] as const;

/**
 * Refuses to switch SMS to guests on for whoever cannot send SMS, or while none can be sent; what was switched on stays. Throws NO_PERMISSION, SMS_DISABLED or
 * SMS_LIMIT_REACHED, as sending one does.
 */
export async function requireSmsForGuests(
  context: OrgContext,
  before: Notify | undefined,
  after: Notify | undefined,
): Promise<void> {
  if (!switches.some((name) => after?.[name] && !before?.[name])) return;
  const { requireSms } = await import("../sms/means.ts");
  await requireSms(context);
}
