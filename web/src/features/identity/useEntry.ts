import { useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { nextOf } from "../../lib/pages/next.ts";
import { refreshSession } from "../../lib/session.ts";
import type { RouterOutputs } from "../../lib/types.ts";

/** The server's answer to a correct first factor: signed in, or a request for the second. */
export type SignedIn = RouterOutputs["identity"]["signIn"];

/** The question for the second factor. */
export type Question = Extract<SignedIn, { challenge: string }>;

/** Where sign-in leads: the requested address, the cards, or setting up an organization. With a second factor, `question` must be answered first. */
export function useEntry() {
  const router = useRouter();
  // Google returns it in the fragment.
  const [arrived] = useState(() => new URLSearchParams(location.hash.slice(1)));
  const [question, setQuestion] = useState<Question | undefined>(() => {
    const challenge = arrived.get("challenge");
    return challenge ? { challenge, passkey: arrived.has("passkey") } : undefined;
  });
  useEffect(() => {
    if (location.hash) history.replaceState(history.state, "", `${location.pathname}${location.search}`);
  }, []);
  const enter = async (signedIn: SignedIn): Promise<void> => {
    if ("challenge" in signedIn) return setQuestion(signedIn);
    const me = await refreshSession();
    const wanted = nextOf(router.state.location.search);
    // An invitation is accepted without an organization; everything else has to be in one.
    if (wanted && (me.organization || wanted.startsWith("/invitations/"))) await router.navigate({ href: wanted });
    else await router.navigate({ to: me.organization ? "/cards" : "/welcome" });
  };
  return { enter, question, failed: arrived.get("failed"), leave: () => setQuestion(undefined) };
}
