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
  /** A refused write has written nothing that could be left unacknowledged. */
  const isLast = (operation: string, moment: typeof when) => moment === when && !reads.test(operation) && ++writes === write;
  const back = aroundRequests(async ({ operation }, next) => {
    mustLive();
    dead ||= isLast(operation, "before");
    mustLive();
    const answer = await next();
    dead ||= isLast(operation, "after");
    mustLive();
    return answer;
  });
  onTestFinished(back);
  return () => {
    back();
    return dead;
  };
}
