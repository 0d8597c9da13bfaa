import { KartisError } from "@kartis/core/kernel/error.ts";
import type { APIGatewayProxyEventV2 } from "aws-lambda";

/** More than fits a call of ours; API Gateway would let 10 MB through. */
export const maxBodyBytes = 1024 * 1024;

/** The request's body as text, empty where there is none. Throws PAYLOAD_TOO_LARGE beyond `most` bytes. */
export function bodyOf({ body = "", isBase64Encoded }: APIGatewayProxyEventV2, most: number): string {
  const text = isBase64Encoded ? Buffer.from(body, "base64").toString("utf8") : body;
  if (Buffer.byteLength(text) > most) throw new KartisError("PAYLOAD_TOO_LARGE");
  return text;
}
