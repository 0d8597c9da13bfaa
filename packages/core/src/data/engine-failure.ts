import { KartisError } from "../kernel/error.ts";
import { exceedsSize } from "./engine/engine-error.ts";
import { outcomeOf } from "./engine/repeat.ts";

/** ElectroDB wraps what the connection throws. */
const thrownBelow = (error: unknown): unknown => (error instanceof Error && error.cause instanceof Error ? error.cause : error);

/** True when the engine did not answer, or was too busy to. */
export const isUnanswered = (error: unknown): boolean =>
  !(error instanceof KartisError) && outcomeOf(thrownBelow(error)) !== "answered";

/**
 * The error the caller gets for an engine failure that is not our defect: it was unavailable, or does not accept that much. Everything else is passed through.
 */
export function asKartisError(error: unknown): unknown {
  if (error instanceof KartisError) return error;
  if (isUnanswered(error)) return new KartisError("SERVICE_UNAVAILABLE", { cause: error });
  return exceedsSize(thrownBelow(error)) ? new KartisError("PAYLOAD_TOO_LARGE", { cause: error }) : error;
}
