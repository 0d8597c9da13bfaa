import { aroundRequests } from "./connection.ts";

type Key = Readonly<Record<string, unknown>>;
interface BatchGet {
  readonly RequestItems: Readonly<Record<string, { readonly Keys: readonly Key[] }>>;
}

/**
 * From here on the engine processes only the first `most` keys of each batch get, and none every third time, as under throttling.
 * @returns how many batches were answered in part, and a function that ends it.
 */
export function leavingUnprocessed(most: number): { readonly partial: () => number; readonly end: () => void } {
  let batches = 0;
  let partial = 0;
  const end = aroundRequests(async ({ operation, input }, next) => {
    const answer = await next();
    if (operation !== "BatchGetItem") return answer;
    const [[table, request] = []] = Object.entries((input as BatchGet).RequestItems); // as the operation has it
    const left = request?.Keys.slice(++batches % 3 === 0 ? 0 : most) ?? [];
    if (!table || left.length === 0) return answer;
    partial++;
    const { Responses } = answer as { Responses?: Readonly<Record<string, readonly Key[]>> }; // of a batch get
    const isLeft = (item: Key) => left.some((key) => key["pk"] === item["pk"] && key["sk"] === item["sk"]);
    const items = (Responses?.[table] ?? []).filter((item) => !isLeft(item));
    return { ...answer, Responses: { [table]: items }, UnprocessedKeys: { [table]: { ...request, Keys: left } } };
  });
  return { partial: () => partial, end };
}
