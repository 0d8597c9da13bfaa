import { onTestFinished } from "vitest";
import { aroundRequests } from "../data/connection.ts";

const reads = /^(GetItem|Query|BatchGetItem)$/;
export const killed = "the process is killed";

/** Simulates the process dying at this write: before it is sent, or once written but not acknowledged. @returns whether it got that far */
export function dyingAt(write: number, when: "before" | "after"): () => boolean {
  let [writes, dead] = [0, false];
  const mustLive = () => {
    if (dead) throw new Error(killed);
  };
  const back = aroundRequests(async ({ operation }, next) => {
    mustLive();
    const isLast = !reads.test(operation) && ++writes === write;
    dead ||= isLast && when === "before";
    mustLive();
    const answer = await next();
    dead ||= isLast;
    mustLive();
    return answer;
  });
  onTestFinished(back);
  return () => {
    back();
    return dead;
  };
}
