import { KartisError } from "../../kernel/error.ts";
import { type OrgContext, requireRight } from "../../kernel/procedure.ts";
import { noBalance, smsStandingOf } from "../../sms/index.ts";

/** Throws NO_PERMISSION for a caller who cannot send SMS, and SMS_DISABLED or SMS_LIMIT_REACHED while their organization can send none. */
export async function requireSms(context: OrgContext): Promise<void> {
  requireRight(["SMS", "create"], context, "sms");
  const { obstacle } = await smsStandingOf(context);
  if (obstacle === "notOffered") throw new KartisError("SMS_DISABLED", { messageKey: "errors.smsNotOffered" });
  if (obstacle === "noSender")
    throw new KartisError("SMS_DISABLED", { messageKey: "errors.smsNoSender", targetRoute: "/settings/integrations?open=sms" });
  if (obstacle === "noBalance") throw noBalance();
}
