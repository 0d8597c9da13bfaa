import * as z from "zod";
import { KartisError } from "../../kernel/error.ts";
import { procedure } from "../../kernel/procedure.ts";
import { findUser } from "../../users/index.ts";
import { type Proof, proofKindOf, ProofSchema, requireProof } from "../proof.ts";
import { mailSecurityNotice } from "../security-notice.ts";
import { endSessionsOf } from "../sessions.ts";
import { newChallenge, takeChallenge } from "./challenges.ts";
import { PasskeyIdSchema, PasskeyNameSchema, RegistrationSchema } from "./schema.ts";
import { createPasskey, findPasskey, handleOf, type Passkey, passkeysOf, removePasskey, renamePasskey } from "./store.ts";
import type { CreationOptions } from "./webauthn.ts";

/** More than anybody has devices, fewer than a list takes. */
const maxPasskeys = 20;

const oneself = { signedIn: "one's own passkeys" } as const;

/** A passkey as its person sees it; the id is the one that authenticators know. */
export interface OwnPasskey {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

const shown = ({ credentialId, name, createdAt, lastUsedAt }: Passkey): OwnPasskey => ({
  id: credentialId,
  name,
  createdAt,
  lastUsedAt,
});

const list = procedure({
  name: "identity.passkeys",
  kind: "query",
  input: z.object({}),
  can: oneself,
  /** `proof`: confirmation of the person's identity, required before a passkey is added or removed. */
  async run(_, { actor: { userId } }): Promise<{ passkeys: OwnPasskey[]; proof: Proof["kind"] }> {
    const [user, passkeys] = await Promise.all([findUser(userId), passkeysOf(userId)]);
    if (!user) throw new KartisError("UNAUTHORIZED");
    return { passkeys: passkeys.map(shown), proof: await proofKindOf(user) };
  },
});

const start = procedure({
  name: "identity.startPasskey",
  kind: "mutation",
  input: z.object({ proof: ProofSchema }),
  can: oneself,
  /** The options for the browser to create a passkey with, within five minutes and in this session. */
  async run({ proof }, context): Promise<CreationOptions> {
    const { userId, sessionId } = context.actor;
    const user = await requireProof(userId, proof, context);
    const [{ registrationOptions }, passkeys, handle, challenge] = await Promise.all([
      import("./webauthn.ts"),
      passkeysOf(userId),
      handleOf(userId),
      newChallenge(sessionId, context.clock),
    ]);
    if (passkeys.length >= maxPasskeys)
      throw new KartisError("PRECONDITION_FAILED", { messageKey: "errors.tooManyPasskeys", params: { max: maxPasskeys } });
    return registrationOptions({ ...user, handle }, passkeys, challenge);
  },
});

const add = procedure({
  name: "identity.addPasskey",
  kind: "mutation",
  input: z.object({ name: PasskeyNameSchema, registration: RegistrationSchema }),
  can: oneself,
  async run({ name, registration }, context): Promise<OwnPasskey> {
    const { userId, sessionId } = context.actor;
    const challenge = await takeChallenge(sessionId, registration.response.clientDataJSON, context.clock);
    const { verifyRegistration } = await import("./webauthn.ts");
    const [made, handle, user] = await Promise.all([
      verifyRegistration(registration, challenge),
      handleOf(userId),
      findUser(userId),
    ]);
    if (!user) throw new KartisError("UNAUTHORIZED");
    const passkey = await createPasskey({ ...made, userId, handle, name }, context.clock);
    await mailSecurityNotice("passkeyAdded", user, { passkey: name }, context);
    return shown(passkey);
  },
});

const PasskeyRef = z.object({ passkeyId: PasskeyIdSchema });

const rename = procedure({
  name: "identity.renamePasskey",
  kind: "mutation",
  input: PasskeyRef.extend({ name: PasskeyNameSchema }),
  can: oneself,
  async run({ passkeyId, name }, { actor: { userId } }): Promise<{ ok: true }> {
    await renamePasskey(userId, passkeyId, name);
    return { ok: true };
  },
});

const remove = procedure({
  name: "identity.removePasskey",
  kind: "mutation",
  input: PasskeyRef.extend({ proof: ProofSchema }),
  can: oneself,
  /** Ends every other session: whoever has the device may be signed in with it. */
  async run({ passkeyId, proof }, context): Promise<{ ok: true }> {
    const { userId, sessionId } = context.actor;
    const passkey = await findPasskey(passkeyId);
    if (passkey?.userId !== userId) throw new KartisError("NOT_FOUND");
    const user = await requireProof(userId, proof, context);
    await removePasskey(userId, passkeyId);
    await endSessionsOf(userId, sessionId);
    await mailSecurityNotice("passkeyRemoved", user, { passkey: passkey.name }, context);
    return { ok: true };
  },
});

export const ownPasskeyProcedures = [list, start, add, rename, remove] as const;
