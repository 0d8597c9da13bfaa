import { Agent, request } from "node:http";
import { localCredentials } from "../local-credentials.ts";
import { isObject } from "../wire/http.ts";

/** The engine refused. `code` is DynamoDB's, without its namespace: `ResourceNotFoundException`. */
export class DynamoError extends Error {
  override name = "DynamoError";
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export interface DynamoWire {
  /** `target` is `DynamoDB_20120810.DeleteItem` or its like; values go in and come out in DynamoDB's JSON. @throws DynamoError */
  call(target: string, input: unknown): Promise<Record<string, unknown>>;
  close(): void;
}

/**
 * The engine's protocol as it is. Without the SDK, whose client would turn every attribute of a stream's record into objects and us back into the JSON
 * that Lambda passes on, and which costs the main process 25 MB and a tenth of a second of its start.
 */
export function openWire(endpoint: string): DynamoWire {
  const { hostname, port } = new URL(endpoint);
  const agent = new Agent({ keepAlive: true });
  const headers = {
    "content-type": "application/x-amz-json-1.0",
    // The engine wants to see a signature and does not check it.
    authorization: `AWS4-HMAC-SHA256 Credential=${localCredentials.accessKeyId}/local, SignedHeaders=host, Signature=0`,
  };

  const post = (target: string, body: string): Promise<{ status: number; text: string }> =>
    new Promise((resolve, reject) => {
      const outgoing = request(
        {
          hostname,
          port,
          method: "POST",
          agent,
          headers: {
            ...headers,
            "content-length": Buffer.byteLength(body),
            "x-amz-target": target,
            "x-amz-date": new Date().toISOString().replace(/[-:]|\.\d+/g, ""),
          },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.on("error", reject);
          response.on("end", () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString("utf8") }));
        },
      );
      outgoing.on("error", reject);
      outgoing.end(body);
    });

  return {
    async call(target, input) {
      const { status, text } = await post(target, JSON.stringify(input));
      const answer: unknown = JSON.parse(text);
      if (status === 200 && isObject(answer)) return answer;
      const { __type = "", message = text, Message = message } = isObject(answer) ? answer : {};
      throw new DynamoError(String(__type).replace(/^.*#/, ""), `${target}: ${String(Message)}`);
    },
    close: () => agent.destroy(),
  };
}
