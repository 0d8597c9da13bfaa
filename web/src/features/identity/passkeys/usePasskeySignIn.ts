import { useEffect, useEffectEvent, useState } from "react";
import { client } from "../../../lib/api.ts";
import { toAppError, type AppError } from "../../../lib/errors.ts";
import { type Assertion, CeremonyFailure, hasPasskeys, offersPasskeys, signByPasskey, stopCeremony } from "./ceremony.ts";
import type { SignedIn } from "../useEntry.ts";
import { useSubmit } from "../useSubmit.ts";

/** A little less than the server keeps a challenge, so that the one a person picks a passkey for is never too old. */
const freshMs = 4.5 * 60_000;

/** Waits until the person picks a passkey in the field. They have not asked for it, so a failure only means that none is offered. */
async function picked(isLeft: () => boolean): Promise<Assertion | undefined> {
  try {
    if (!hasPasskeys() || !(await offersPasskeys())) return undefined;
    const options = await client.identity.startPasskeySignIn.mutate({});
    return isLeft() ? undefined : await signByPasskey(options, { quietly: true });
  } catch {
    return undefined;
  }
}

/**
 * Signing in with a passkey: by a button, and among what the browser offers in the field for the address, where it can. What the browser offers needs a
 * challenge beforehand, which is renewed while the page stays open.
 */
export function usePasskeySignIn(onSignedIn: (signedIn: SignedIn) => Promise<void>) {
  const [round, setRound] = useState(0);
  const [refused, setRefused] = useState<AppError>();
  const enter = useEffectEvent(async (assertion: Assertion): Promise<void> => {
    try {
      await onSignedIn(await client.identity.signInWithPasskey.mutate({ assertion }));
    } catch (error) {
      setRefused(toAppError(error));
      setRound((last) => last + 1);
    }
  });
  useEffect(() => {
    let isLeft = false;
    void picked(() => isLeft).then((assertion) => (assertion ? enter(assertion) : undefined));
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
