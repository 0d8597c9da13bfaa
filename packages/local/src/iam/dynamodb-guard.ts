import { request as forward } from "node:http";
import { isRead } from "../dynamodb/reads.ts";
import { AwsError } from "../wire/errors.ts";
import { type HttpHandler, parseJsonObject, readBody, replyError } from "../wire/http.ts";
import { targetOf } from "../wire/target-protocol.ts";
import { type Access, accessKeyIdOf } from "./access.ts";
import { demandsOfDynamo } from "./dynamodb.ts";

const largestRequestBytes = 20 * 1_048_576;

/**
 * Stands in front of the DynamoDB engine, which itself authenticates nobody. Only calls whose operation a function may not make in every form come this way
 * (`lambda/table-calls.ts`): a hop costs a fifth of a millisecond, and the api makes its calls directly.
 */
export function guardDynamo({ endpoint, reader }: { endpoint: string; reader: string }, access: Access): HttpHandler {
  return async (request, response) => {
    const contentType = "application/x-amz-json-1.0";
    try {
      const body = await readBody(request, largestRequestBytes);
      const demands = demandsOfDynamo(targetOf(request)?.operation ?? "", parseJsonObject(body));
      const denial = access.denial(accessKeyIdOf(request), demands);
      if (denial) throw new AwsError("com.amazon.coral.service#AccessDeniedException", denial);
      const target = String(request.headers["x-amz-target"]);
      const onward = forward(isRead(target) ? reader : endpoint, { method: "POST", headers: request.headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      });
      onward.on("error", () => response.destroy());
      onward.end(body);
    } catch (error) {
      replyError(response, error, contentType);
    }
  };
}
