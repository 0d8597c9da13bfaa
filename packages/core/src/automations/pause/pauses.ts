import * as z from "zod";
import { put, type Write } from "../../data/commit.ts";
import { KartisError } from "../../kernel/error.ts";
import { idSchema } from "../../kernel/id-schema.ts";
import type { OrgId, UserId } from "../../kernel/id.ts";
import { pauseEntity } from "./entity.ts";

/** A time during which no automation of the organization starts or does anything. */
export interface Pause {
  readonly from: string;
  /** Null while it lasts. */
  readonly until: string | null;
  /** Who paused them. */
  readonly by: UserId;
}

const Stored: z.ZodType<readonly Pause[]> = z.array(
  z.object({ from: z.string(), until: z.string().nullable(), by: idSchema("usr") }),
);

export interface Pauses {
  /** The oldest first. */
  readonly pauses: readonly Pause[];
  /** 0 before the first one. */
  readonly version: number;
}

/** The organization's pauses, strongly consistent. */
export async function findPauses(orgId: OrgId): Promise<Pauses> {
  const { data } = await pauseEntity().get({ orgId }).go({ consistent: true });
  return data ? { pauses: Stored.parse(data.pauses), version: data.version } : { pauses: [], version: 0 };
}

/** The pause that lasts. */
export const presentPause = ({ pauses }: Pauses): Pause | undefined => pauses.find(({ until }) => until === null);

/** Whether the instant is in a pause: what happens then starts nothing, even if it is delivered after the pause. */
export const wasPaused = ({ pauses }: Pauses, at: string): boolean =>
  pauses.some(({ from, until }) => from <= at && (until === null || at < until));

/** Records are delivered within two weeks, so older pauses decide nothing. */
const keptMs = 14 * 86_400_000;
/** Hardly anybody pauses so often, and a script that does must not fill the item: then nobody could resume. */
const mostKept = 500;

/** The write that begins a pause at this instant, or ends the one that lasts. */
export function pauseWrite(orgId: OrgId, { pauses, version }: Pauses, at: string, startedBy: UserId | null): Write {
  const ended = pauses.map((pause) => ({ ...pause, until: pause.until ?? at }));
  const kept = ended.filter(({ until }) => Date.parse(until) > Date.parse(at) - keptMs).slice(-mostKept);
  const item = {
    orgId,
    pauses: startedBy ? [...kept, { from: at, until: null, by: startedBy }] : kept,
    version: version + 1,
  };
  return put(
    (version === 0
      ? pauseEntity().create(item)
      : pauseEntity()
          .put(item)
          .where((attribute, { eq }) => eq(attribute.version, version))
    ).params(),
    "stale",
  );
}

/** Throws CONFLICT while the organization's automations are paused. */
export async function requireUnpaused(orgId: OrgId): Promise<void> {
  if (presentPause(await findPauses(orgId))) throw new KartisError("CONFLICT", { messageKey: "automations.problem.allPaused" });
}
