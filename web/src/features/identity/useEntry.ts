import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { refreshSession } from "../../lib/session.ts";
import type { RouterOutputs } from "../../lib/types.ts";

/** What the server says to a first factor that is right: signed in, or the question for the second. */
export type SignedIn = RouterOutputs["identity"]["signIn"];

/** Where one goes after signing in: to the cards, or first to the setup of an organization. With a second factor, `challenge` is to be answered before. */
export function useEntry() {
  const router = useRouter();
  const [challenge, setChallenge] = useState<string>();
  const enter = async (signedIn: SignedIn): Promise<void> => {
    if ("challenge" in signedIn) return setChallenge(signedIn.challenge);
    const me = await refreshSession();
    await router.navigate({ to: me.organization ? "/cards" : "/welcome" });
  };
  return { enter, challenge, leave: () => setChallenge(undefined) };
}
