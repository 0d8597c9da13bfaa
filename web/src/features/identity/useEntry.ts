import { useRouter } from "@tanstack/react-router";
import { refreshSession } from "../../lib/session.ts";

/** Where one goes after signing in: to the cards, or first to the setup of an organization. */
export function useEntry(): () => Promise<void> {
  const router = useRouter();
  return async () => {
    const me = await refreshSession();
    await router.navigate({ to: me.organization ? "/cards" : "/welcome" });
  };
}
