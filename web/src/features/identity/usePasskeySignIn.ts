import { useEffect, useEffectEvent, useState } from "react";
import { client } from "../../lib/api.ts";
import { toAppError, type AppError } from "../../lib/errors.ts";
import { CeremonyFailure, hasPasskeys, offersPasskeys, signByPasskey, stopCeremony } from "./ceremony.ts";
import type { SignedIn } from "./useEntry.ts";
import { useSubmit } from "./useSubmit.ts";

/** A little less than the server keeps a challenge, so that the one a person picks a passkey for is never too old. */
const freshMs = 4.5 * 60_000;

/**
 * Signing in with a passkey: by a button, and among what the browser offers in the field for the address, where it can. What the browser offers needs a
 * challenge beforehand, which is renewed while the page stays open.
 */
export function usePasskeySignIn(onSignedIn: (signedIn: SignedIn) => Promise<void>) {
  const [round, setRound] = useState(0);
  const [refused, setRefused] = useState<AppError>();
  const offer = useEffectEvent(async (isLeft: () => boolean): Promise<void> => {
    if (!hasPasskeys() || !(await offersPasskeys())) return;
    // Nobody has asked for it yet: without a challenge there is just no offer.
    const options = await client.identity.startPasskeySignIn.mutate({}).catch(() => undefined);
    if (!options || isLeft()) return;
    const assertion = await signByPasskey(options, { quietly: true }).catch(() => undefined);
    if (!assertion) return;
    try {
      setRefused(undefined);
      await onSignedIn(await client.identity.signInWithPasskey.mutate({ assertion }));
    } catch (error) {
      setRefused(toAppError(error));
      setRound((last) => last + 1);
    }
  });
  useEffect(() => {
    let isLeft = false;
    void offer(() => isLeft);
    const renewal = setTimeout(() => setRound((last) => last + 1), freshMs);
    return () => {
      isLeft = true;
      clearTimeout(renewal);
      stopCeremony();
    };
  }, [round]);

  const { isPending, error, submit } = useSubmit(async () => {
    setRefused(undefined);
    try {
      const assertion = await signByPasskey(await client.identity.startPasskeySignIn.mutate({}));
      await onSignedIn(await client.identity.signInWithPasskey.mutate({ assertion }));
    } catch (failure) {
      // The dialog has ended what was offered in the field.
      if (!(failure instanceof CeremonyFailure && failure.isAbort)) setRound((last) => last + 1);
      throw failure;
    }
  });
  return { isSupported: hasPasskeys(), isPending, error: error ?? refused, signIn: () => void submit() };
}
