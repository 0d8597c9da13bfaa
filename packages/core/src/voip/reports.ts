import { createHash } from "node:crypto";
import * as z from "zod";
import { idSchema } from "../kernel/id-schema.ts";
import type { Received } from "../provider-events/index.ts";
import type { StoredCall } from "./calls.ts";
import type { OrgId } from "../kernel/id.ts";
import { StoredReport } from "./providers/definition.ts";

/** Says that nothing more will be reported of a call that is still as it was. */
const Silence = z.object({ silent: idSchema("cal"), version: z.number() });
export type Silence = z.output<typeof Silence>;

/** What is stored about calls until its consumer processes it. */
export const StoredNews = z.union([StoredReport, Silence]);

/** A provider's report, to be stored once. When it does not say when the call began, it has the time of its delivery, which is no part of its key. */
export function reportEvent(orgId: OrgId, report: StoredReport): Received {
  const { at: _, ...rest } = report;
  const key = createHash("sha256").update(JSON.stringify(rest)).digest("base64url");
  return { source: "voip", key, subjectId: orgId, payload: report };
}

/** The end of a call of which nothing more is reported, to be stored once. */
export const silenceEvent = ({ id, version }: Pick<StoredCall, "id" | "version">): Received => ({
  source: "voip",
  key: `silence.${id}.${version}`,
  subjectId: id,
  payload: { silent: id, version } satisfies Silence,
});
