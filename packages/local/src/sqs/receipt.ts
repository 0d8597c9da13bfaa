import { sqsErrors } from "./errors.ts";

/** A receipt names one receive of one message: receiving it again makes the earlier receipt stale. */
export interface Receipt {
  readonly queue: string;
  readonly id: number;
  readonly token: string;
}

const mark = "kartis-receipt";

export function receiptHandle({ queue, id, token }: Receipt): string {
  return Buffer.from([mark, queue, id, token].join(" ")).toString("base64");
}

/** Throws ReceiptHandleIsInvalid for anything that this queue did not hand out. */
export function parseReceiptHandle(handle: string, queue: string): Receipt {
  const [prefix, actualQueue, id, token] = Buffer.from(handle, "base64").toString("utf8").split(" ");
  if (prefix !== mark || actualQueue !== queue || !token || !Number.isInteger(Number(id))) {
    throw sqsErrors.receiptHandleIsInvalid(handle);
  }
  return { queue, id: Number(id), token };
}
