import { vi } from "vitest";
import { CatchUp } from "../data/replica/catch-up.ts";
import { KartisError } from "../kernel/error.ts";

/**
 * Calls it again and again: each time the next of its questions to the replica finds that it is being prepared, until it asks no more.
 * @returns how often it has failed for that
 */
export async function whilePreparing(call: () => Promise<unknown>): Promise<number> {
  const asked = Object.getOwnPropertyDescriptor(CatchUp.prototype, "now")?.value;
  let failures = 0;
  for (let [question, isAsked] = [1, true]; isAsked; question++) {
    let count = 0;
    const spy = vi.spyOn(CatchUp.prototype, "now").mockImplementation(function (this: CatchUp) {
      if (++count === question) return Promise.reject(new KartisError("SERVICE_UNAVAILABLE", { messageKey: "errors.preparing" }));
      return Reflect.apply(asked, this, []);
    });
    try {
      await call();
    } catch (error) {
      if (!(error instanceof KartisError) || error.message !== "errors.preparing") throw error;
      failures++;
    } finally {
      spy.mockRestore();
    }
    isAsked = count >= question;
  }
  return failures;
}
