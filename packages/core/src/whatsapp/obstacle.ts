import { KartisError } from "../kernel/error.ts";
import type { StoredNumber } from "./numbers.ts";
import type { WhatsAppObstacle } from "./schema.ts";

const integration = "/settings/integrations?open=whatsapp";

/** What prevents an organization from sending; null if nothing does. */
export const obstacleOf = (number: StoredNumber | undefined): WhatsAppObstacle | null =>
  number ? (number.problem ? "expired" : null) : "missing";

/** The number, if it can send messages. Throws PRECONDITION_FAILED that says what is missing (SPEC section 8), and where to set it up. */
export function requireNumber(number: StoredNumber | undefined): StoredNumber {
  if (!number || number.problem)
    throw new KartisError("PRECONDITION_FAILED", {
      messageKey: number ? "errors.whatsappExpired" : "errors.whatsappMissing",
      targetRoute: integration,
    });
  return number;
}
