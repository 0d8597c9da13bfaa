import type { IncomingMessage, ServerResponse } from "node:http";
import { S3Error } from "./errors.ts";
import type { CorsRule } from "./objects.ts";

/** The headers that let a page of `origin` read the answer; none if no rule of the bucket allows it. */
export function corsHeaders(rules: readonly CorsRule[], origin: string | undefined, method: string): Record<string, string> {
  const rule = origin === undefined ? undefined : rules.find((candidate) => allows(candidate, origin, method));
  if (rule === undefined || origin === undefined) return {};
  return {
    "access-control-allow-origin": rule.origins.includes("*") ? "*" : origin,
    "access-control-allow-methods": rule.methods.join(", "),
    ...(rule.exposed.length > 0 && { "access-control-expose-headers": rule.exposed.join(", ") }),
    vary: "Origin, Access-Control-Request-Headers, Access-Control-Request-Method",
  };
}

/** @throws S3Error as S3 refuses a preflight */
export function answerPreflight(rules: readonly CorsRule[], request: IncomingMessage, response: ServerResponse): void {
  const origin = request.headers.origin ?? "";
  const method = request.headers["access-control-request-method"] ?? "";
  const asked = (request.headers["access-control-request-headers"] ?? "")
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .filter(Boolean);
  const rule = rules.find(
    (candidate) =>
      allows(candidate, origin, method) &&
      asked.every((name) => candidate.headers.some((pattern) => fits(pattern.toLowerCase(), name))),
  );
  if (rule === undefined) throw new S3Error("AccessForbidden", 403, "CORSResponse: This CORS request is not allowed.");
  response.writeHead(200, {
    ...corsHeaders([rule], origin, method),
    ...(asked.length > 0 && { "access-control-allow-headers": asked.join(", ") }),
    ...(rule.maxAgeSeconds !== undefined && { "access-control-max-age": String(rule.maxAgeSeconds) }),
    "content-length": 0,
  });
  response.end();
}

const allows = (rule: CorsRule, origin: string, method: string) =>
  rule.methods.includes(method === "HEAD" && !rule.methods.includes("HEAD") ? "GET" : method) &&
  rule.origins.some((pattern) => fits(pattern, origin));

/** A pattern may have one asterisk. */
function fits(pattern: string, text: string): boolean {
  const [before = "", after] = pattern.split("*");
  return after === undefined
    ? pattern === text
    : text.length >= before.length + after.length && text.startsWith(before) && text.endsWith(after);
}
