import { isFailedCondition } from "../data/entity.ts";
import { type Clock, instant } from "../kernel/clock.ts";
import type { OrgId } from "../kernel/id.ts";
import { findBilling } from "../organizations/index.ts";
import { limitOf, usedAt } from "../plans/index.ts";
import { warningEntity } from "./entity.ts";
import { type Notify, warn } from "./warn.ts";
import { type Level, levelOf, type WatchedLimit } from "./rules.ts";

/** Time for which the emails about a rise are retried; later they are outdated. Shorter than the retention of the ledger that keeps them unique. */
const mailingMs = 24 * 3_600_000;

/**
 * Checks how much of the limits is used, stores rises and falls, and warns of rises by mail and in the app. Harmless to repeat, at any time and in parallel: of those who see the
 * same rise one stores it, and each mail goes out once.
 */
export async function watch(orgId: OrgId, limits: readonly WatchedLimit[], clock: Clock, notify: Notify): Promise<void> {
  const billing = await findBilling(orgId);
  if (!billing) return;
  for (const limit of limits) {
    const allowed = limitOf(billing.type, limit);
    const used = allowed === null ? 0 : await usedAt(orgId, limit, instant(clock));
    const noted = await note(orgId, limit, levelOf(used, allowed), clock);
    if (!noted || allowed === null) continue;
    if (noted.level >= noted.mailedLevel && clock.now() - Date.parse(noted.risenAt) < mailingMs)
      await warn(orgId, { limit, level: noted.mailedLevel, used, allowed, risenAt: noted.risenAt }, clock, notify);
  }
}

interface Noted {
  readonly level: Level;
  /** The level of the last rise, and when that was. */
  readonly mailedLevel: 80 | 100;
  readonly risenAt: string;
}

/** Stores the level, and returns the stored state, if usage has risen since it was last below all levels. */
async function note(orgId: OrgId, limitName: WatchedLimit, level: Level, clock: Clock): Promise<Noted | undefined> {
  const key = { orgId, kind: "limitWarning" as const, limitName };
  for (;;) {
    const { data: before } = await warningEntity().get(key).go({ consistent: true });
    if (!before && level === 0) return undefined;
    if (before?.level === level) return notedOf(before, level);
    const at = instant(clock);
    const [was = 0, version = 0] = [before?.level, before?.version];
    // A rise past a level is a rise to it as well; levels that it fell below start over.
    const risen80At = level >= 80 ? (was >= 80 ? before?.risen80At : at) : undefined;
    const risen100At = level >= 100 ? (was >= 100 ? before?.risen100At : at) : undefined;
    const mailedLevel = level > was ? level : level === 0 ? undefined : before?.mailedLevel;
    const next = {
      ...key,
      level,
      version: version + 1,
      ...(risen80At ? { risen80At } : {}),
      ...(risen100At ? { risen100At } : {}),
      ...(mailedLevel ? { mailedLevel } : {}),
    };
    try {
      if (before)
        await warningEntity()
          .put(next)
          .where((attribute, { eq }) => eq(attribute.version, version))
          .go();
      else await warningEntity().create(next).go();
      return notedOf(next, level);
    } catch (error) {
      // Somebody else has checked meanwhile.
      if (!isFailedCondition(error)) throw error;
    }
  }
}

function notedOf(
  { mailedLevel, risen80At, risen100At }: { mailedLevel?: number; risen80At?: string; risen100At?: string },
  level: Level,
): Noted | undefined {
  if (mailedLevel === 100 && risen100At) return { level, mailedLevel, risenAt: risen100At };
  if (mailedLevel === 80 && risen80At) return { level, mailedLevel, risenAt: risen80At };
  return undefined;
}
