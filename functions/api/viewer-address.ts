import { findEnv } from "@kartis/core/kernel/env.ts";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { isSameSecret } from "@kartis/core/kernel/same-secret.ts";

/** The header in which CloudFront shows API Gateway that a request came through it. */
const proofHeader = "x-kartis-edge";

/**
 * The caller's address, for limits on attempts and the list of sessions. API Gateway's `sourceIp` is the connected peer, which nobody can forge. Through
 * CloudFront that is an edge of CloudFront's, and the viewer is the last but one in `X-Forwarded-For`: CloudFront and API Gateway append one address each, and
 * anything before was sent by the viewer, who may write whatever they like.
 */
export function viewerAddress({ headers, requestContext }: Pick<APIGatewayProxyEventV2, "headers" | "requestContext">): string {
  const { sourceIp } = requestContext.http;
  if (!cameThroughEdge(headers[proofHeader])) return sourceIp;
  return headers["x-forwarded-for"]?.split(",").at(-2)?.trim() || sourceIp;
}

function cameThroughEdge(given: string | undefined): boolean {
  const proof = findEnv("EDGE_PROOF");
  if (!proof || !given) return false;
  return isSameSecret(proof, given);
}
