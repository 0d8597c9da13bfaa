import { setTimeout as delay } from "node:timers/promises";
import type { LambdaFunction } from "../lambda/function.ts";
import { FunctionError } from "../lambda/worker-thread.ts";
import { isObject } from "../wire/http.ts";
import type { Weights } from "./fault.ts";
import { type Fates, shuffled } from "./fates.ts";

const fromStream: Weights = { duplicate: 3, lostAnswer: 2, delay: 3 };
const fromQueue: Weights = { ...fromStream, reorder: 3 };

const longestDelayMs = 500;

/** The function as an event source calls it that promises each event at least once; a queue's in any order. */
export function delivered(target: LambdaFunction, source: "queue" | "stream", fates: Fates): LambdaFunction {
  return {
    ...target,
    async invoke(event) {
      const kind = `${source}.${target.name}`;
      const fate = fates.next(kind, source === "queue" ? fromQueue : fromStream);
      if (!fate) return target.invoke(event);
      const { fault, draw } = fate;
      fates.happened(kind, fault);
      if (fault === "reorder") return target.invoke(reordered(event, (records) => shuffled(records, draw)));
      if (fault === "delay") await delay(draw("how long") * longestDelayMs);
      const result = await target.invoke(event);
      if (fault === "duplicate") return target.invoke(event);
      // As when the function ends past its time-out: it has done its work, and its events come again.
      if (fault === "lostAnswer") throw new FunctionError("Sandbox.Timedout", "The answer is lost, by the fault engine");
      return result;
    },
  };
}

function reordered(event: unknown, order: (records: readonly unknown[]) => unknown[]): unknown {
  const records: unknown = isObject(event) ? event["Records"] : undefined;
  return isObject(event) && Array.isArray(records) ? { ...event, Records: order(records) } : event;
}
