import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

/** The part of CBOR (RFC 8949) that an authenticator without attestation needs. */
type Cbor = number | string | Uint8Array | ReadonlyMap<number | string, Cbor>;

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
}

function cbor(value: Cbor): Buffer {
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, content]) => [cbor(key), cbor(content)])]);
}

const sha256 = (data: string | Uint8Array) => createHash("sha256").update(data).digest();

/** WebAuthn section 6.1. */
const flag = { isPresent: 1, isVerified: 4, hasCredential: 64 } as const;

interface Credential {
  readonly id: string;
  readonly userHandle: string;
  readonly privateKey: KeyObject;
}

/** Ways in which a browser and its user can deviate from what is requested. */
interface Circumstances {
  readonly origin?: string;
  readonly isVerified?: boolean;
  readonly counter?: number;
}

/** A browser with an authenticator in it, which does what WebAuthn level 3 says with what a site asks for. */
export class PasskeyDevice {
  readonly origin: string;
  counter = 0;
  credential: Credential | undefined;

  constructor(origin: string) {
    this.origin = origin;
  }

  /** `navigator.credentials.create`, with ES256 and no attestation. */
  create(options: { challenge: string; rp: { id?: string | undefined }; user: { id: string } }, given: Circumstances = {}) {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const { x = "", y = "" } = publicKey.export({ format: "jwk" });
    const coseKey = new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, "base64url")],
      [-3, Buffer.from(y, "base64url")],
    ]);
    const id = randomBytes(16);
    this.credential = { id: id.toString("base64url"), userHandle: options.user.id, privateKey };
    const authData = Buffer.concat([
      this.#authenticatorData(options.rp.id ?? "", flag.hasCredential, given),
      Buffer.alloc(16),
      Buffer.from([0, id.length]),
      id,
      cbor(coseKey),
    ]);
    const attestation = new Map<string, Cbor>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", authData],
    ]);
    return {
      ...this.#named(this.credential),
      response: {
        clientDataJSON: this.#clientData("webauthn.create", options.challenge, given).toString("base64url"),
        attestationObject: cbor(attestation).toString("base64url"),
        transports: ["internal"],
      },
    };
  }

  /** `navigator.credentials.get`. */
  get(options: { challenge: string; rpId?: string | undefined }, given: Circumstances = {}) {
    const { credential } = this;
    if (!credential) throw new Error("The device has no passkey");
    this.counter++;
    const clientData = this.#clientData("webauthn.get", options.challenge, given);
    const authenticatorData = this.#authenticatorData(options.rpId ?? "", 0, given);
    const signature = sign("sha256", Buffer.concat([authenticatorData, sha256(clientData)]), credential.privateKey);
    return {
      ...this.#named(credential),
      response: {
        clientDataJSON: clientData.toString("base64url"),
        authenticatorData: authenticatorData.toString("base64url"),
        signature: signature.toString("base64url"),
        userHandle: credential.userHandle,
      },
    };
  }

  #named = ({ id }: Credential) => ({ id, rawId: id, type: "public-key" as const });

  #clientData = (type: string, challenge: string, { origin = this.origin }: Circumstances) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  #authenticatorData(rpId: string, flags: number, { isVerified = true, counter = this.counter }: Circumstances): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags | flag.isPresent | (isVerified ? flag.isVerified : 0)]), count]);
  }
}
