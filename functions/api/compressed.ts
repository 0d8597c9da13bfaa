import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";

/** Below this, what is saved is less than a packet. An answer that is nothing but a secret (a token, a revealed password, recovery codes) is far shorter. */
const minBytes = 2 * 1024;

/** 42 KB of rows become 5 in a fifth of a millisecond; a better quality takes several times as long for a few percent. */
const encodings = {
  br: (body: string) =>
    brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 } }),
  gzip: (body: string) => gzipSync(body, { level: 3 }),
} as const;

/**
 * The answer, compressed if the client accepts that. CloudFront compresses only what it may cache, which the API's answers are not. The length of a compressed
 * answer reveals whether it contains a guess (BREACH). So nothing is compressed that another site can request with the person's cookies: those are GETs only,
 * since other requests are refused to other origins.
 */
export function compressed(
  { headers, requestContext }: APIGatewayProxyEventV2,
  result: APIGatewayProxyStructuredResultV2,
): APIGatewayProxyStructuredResultV2 {
  const { body, isBase64Encoded } = result;
  if (!body || isBase64Encoded || body.length < minBytes) return result;
  if (requestContext.http.method === "GET" && headers["authorization"] === undefined) return result;
  const encoding = acceptedOf(headers["accept-encoding"] ?? "");
  const vary = { vary: "accept-encoding" };
  if (!encoding) return { ...result, headers: { ...result.headers, ...vary } };
  return {
    ...result,
    headers: { ...result.headers, ...vary, "content-encoding": encoding },
    body: encodings[encoding](body).toString("base64"),
    isBase64Encoded: true,
  };
}

/** The first of ours that is accepted (RFC 9110 section 12.5.3); one with the weight 0 is refused. */
function acceptedOf(header: string): keyof typeof encodings | undefined {
  const offers = header
    .toLowerCase()
    .split(",")
    .map((offer) => offer.split(";").map((part) => part.trim()))
    .filter(([, weight = ""]) => !/^q=0(\.0*)?$/.test(weight))
    .map(([name]) => name);
  return (["br", "gzip"] as const).find((encoding) => offers.includes(encoding));
}
