import { createECDH, createPrivateKey, type KeyObject } from "node:crypto";
import { keyOf } from "../kernel/seal.ts";

/** The sender of push messages (RFC 8292): one P-256 key pair for as long as the deployment keeps its key. */
export interface Sender {
  readonly key: KeyObject;
  /** Uncompressed, base64url: what browsers subscribe with. */
  readonly publicKey: string;
}

/** The order of P-256, less one. */
const most = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632550n;

let made: { readonly from: Buffer; readonly sender: Sender } | undefined;

export function sender(): Sender {
  const from = keyOf("push sender");
  if (made?.from === from) return made.sender;
  // From 1 to the order less one. That some numbers are likelier than others by 2^-32 gives nothing away.
  const scalar = (BigInt(`0x${from.toString("hex")}`) % most) + 1n;
  const secret = Buffer.from(scalar.toString(16).padStart(64, "0"), "hex");
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(secret);
  const point = pair.getPublicKey();
  const [d, x, y] = [secret, point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
  const key = createPrivateKey({ format: "jwk", key: { kty: "EC", crv: "P-256", d: d ?? "", x: x ?? "", y: y ?? "" } });
  made = { from, sender: { key, publicKey: point.toString("base64url") } };
  return made.sender;
}
