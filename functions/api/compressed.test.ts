import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { describe, expect, it } from "vitest";
import { compressed } from "./compressed.ts";

const rows = JSON.stringify(Array.from({ length: 50 }, (_, row) => ({ id: row, name: `Galil Cold Storage ${row}`, note: "ז׳" })));

function answer(encoding: string | undefined, { method = "POST", body = rows, headers = {} } = {}) {
  const asked: Partial<APIGatewayProxyEventV2> = {
    headers: { ...(encoding === undefined ? {} : { "accept-encoding": encoding }), ...headers },
  };
  const http = { method, path: "/", protocol: "HTTP/1.1", sourceIp: "10.9.9.9", userAgent: "test" };
  const event = { ...asked, requestContext: { http } } as APIGatewayProxyEventV2; // of the rest nothing is read
  return compressed(event, { statusCode: 200, headers: { "content-type": "application/json" }, body });
}

describe("an answer", () => {
  it.each([
    ["gzip, deflate, br, zstd", "br", brotliDecompressSync],
    ["gzip, deflate", "gzip", gunzipSync],
    ["br;q=0, GZIP;q=0.5", "gzip", gunzipSync],
  ] as const)("is compressed as %s allows", (accepted, encoding, unpack) => {
    const { headers, body, isBase64Encoded, statusCode } = answer(accepted);
    expect({ statusCode, isBase64Encoded }).toEqual({ statusCode: 200, isBase64Encoded: true });
    expect(headers).toEqual({ "content-type": "application/json", "content-encoding": encoding, vary: "accept-encoding" });
    const packed = Buffer.from(body ?? "", "base64");
    expect(packed.length).toBeLessThan(rows.length / 5);
    expect(unpack(packed).toString("utf8")).toBe(rows);
  });

  it.each([undefined, "", "identity", "zstd", "gzip;q=0, br; q=0.000", "gzipped"])("stays as it is for %s", (accepted) => {
    expect(answer(accepted)).toMatchObject({ body: rows, headers: { vary: "accept-encoding" } });
    expect(answer(accepted).isBase64Encoded).toBeUndefined();
  });

  it("stays as it is when it is short", () => {
    const body = JSON.stringify({ token: "x".repeat(500) });
    expect(answer("br", { body })).toMatchObject({ body });
  });

  it("stays as it is where another site's link can have asked for it with the person's cookies", () => {
    expect(answer("br", { method: "GET" })).toMatchObject({ body: rows });
    expect(answer("br", { method: "GET", headers: { authorization: "Bearer kartis_x" } }).isBase64Encoded).toBe(true);
  });
});
