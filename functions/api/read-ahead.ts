import { onlyAsks } from "@kartis/core/data/early-reads.ts";
import type { OrgId } from "@kartis/core/kernel/id.ts";
import { catchUpAhead } from "@kartis/core/replicas.ts";
import type { Procedure } from "@kartis/core/kernel/procedure.ts";
import { parseJson } from "@kartis/core/kernel/json.ts";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { proceduresOf } from "./domains.ts";
import { callsIn, domainsIn } from "./router.ts";

/** A longer input is not parsed twice for this. */
const maxBytes = 16 * 1024;
const maxReads = 30;

/**
 * Prefetches what the tRPC calls of a request will read by key, where that is known before the caller is. Meanwhile catches up the organization's replica, if they will
 * query it and this process holds it: its content is given to nobody before they are known. Never throws.
 */
export async function readAhead({ rawPath, rawQueryString, body, isBase64Encoded }: APIGatewayProxyEventV2) {
  const domains = await Promise.all(domainsIn(rawPath).map(proceduresOf));
  const byName = new Map<string, Procedure>(domains.flatMap((procedures) => [...procedures]));
  return (orgId: OrgId): object[] => {
    const called = callsIn(rawPath).map((name) => byName.get(name));
    if (called.every((procedure) => procedure?.kind === "query")) onlyAsks();
    if (called.some((procedure) => procedure?.asksReplica)) catchUpAhead(orgId);
    const reading = called.map((procedure) => procedure?.reads);
    if (!body || isBase64Encoded || body.length > maxBytes || !reading.some((reads) => reads)) return [];
    try {
      const parsed = parseJson(body);
      const isBatch = rawQueryString.includes("batch=1");
      const inputOf = (at: number): unknown => (isBatch ? Object(parsed)[at] : parsed);
      return reading.flatMap((reads, at) => reads?.(inputOf(at), orgId) ?? []).slice(0, maxReads);
    } catch {
      return []; // errors in it are for the call itself to report
    }
  };
}
