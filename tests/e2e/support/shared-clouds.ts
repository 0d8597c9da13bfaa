import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import type { LentCloud } from "./borrowed-cloud.ts";
import { startTemporaryCloud, type TemporaryCloud } from "./cloud.ts";

/**
 * A cloud is replaced once it has sent this many mails. Everybody who signs up here comes from the same address, which may make a hundred attempts in a quarter
 * of an hour, and each attempt mails a code.
 */
const mailsUntilReplaced = 70;

export interface SharedClouds {
  /** Where test files borrow a cloud: it is theirs for as long as their connection is open, so one that crashes gives it back as well. */
  readonly port: number;
  close(): Promise<void>;
}

/** Lends running clouds to test files, which use them one after the other. Starts the first one now, more when all are lent. */
export async function shareClouds(webDist: string): Promise<SharedClouds> {
  const running = new Set<TemporaryCloud>();
  const free: TemporaryCloud[] = [];
  const loans = new Map<Socket, Promise<void>>();

  const start = async () => {
    const started = await startTemporaryCloud(webDist);
    running.add(started);
    return started;
  };
  const end = async (worn: TemporaryCloud) => {
    running.delete(worn);
    await worn.close();
  };
  const lend = async (borrower: Socket) => {
    const lent = free.pop() ?? (await start());
    const { origin, environment } = lent.cloud;
    borrower.write(`${JSON.stringify({ origin, environment } satisfies LentCloud)}\n`);
    if (!borrower.closed) await once(borrower, "close");
    if (lent.cloud.engines.mail.sentLastDay() < mailsUntilReplaced) free.push(lent);
    else await end(lent);
  };

  free.push(await start());
  const server = createServer((borrower) => {
    borrower.on("error", () => undefined); // "close" follows
    borrower.resume();
    const loan = lend(borrower).catch((error: unknown) => {
      console.error(error);
      borrower.destroy();
    });
    loans.set(borrower, loan);
    void loan.then(() => loans.delete(borrower));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    port: (server.address() as AddressInfo).port, // it listens on a port
    async close() {
      server.close();
      for (const borrower of loans.keys()) borrower.destroy();
      await Promise.all(loans.values());
      await Promise.all([...running].map(end));
    },
  };
}
