import type { CardId } from "@kartis/core/kernel/id.ts";
import { sayTypingMs, typingMs } from "@kartis/core/realtime/rules.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { trpc } from "../../lib/api.ts";
import { queryClient } from "../../lib/query-client.ts";
import { meOptions } from "../../lib/session.ts";

let saidAt = 0;
const send = (cardId: CardId, on: boolean): void =>
  void import("../../lib/live/live-connection.ts").then(
    ({ say }) => say({ kind: "typing", cardId, on }),
    () => undefined,
  );

/** Reports that a comment is being written on the card, every few seconds. */
export function noteTyping(cardId: CardId): void {
  if (Date.now() - saidAt < sayTypingMs) return;
  saidAt = Date.now();
  send(cardId, true);
}

/** Reports the end of writing: it was sent or left. */
export function endTyping(cardId: CardId): void {
  if (saidAt === 0) return;
  saidAt = 0;
  send(cardId, false);
}

/** Other people who are writing a comment on the card. */
export function useTyping(cardId: CardId): readonly string[] {
  const isInPlan = useQuery(meOptions()).data?.plan?.capabilities.includes("livePresence") ?? false;
  const [isHeard, setHeard] = useState(false);
  const options = trpc.timeline.typing.queryOptions(
    { cardId },
    { enabled: isInPlan && isHeard, staleTime: 0, meta: { quiet: true } },
  );
  const { data } = useQuery({ ...options, ...(isHeard ? { refetchInterval: typingMs } : {}) });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hear = (event: Event) => {
      if (!(event instanceof CustomEvent) || event.detail?.cardId !== cardId) return;
      setHeard(true);
      void queryClient.invalidateQueries(trpc.timeline.typing.queryFilter({ cardId }));
      clearTimeout(timer);
      timer = setTimeout(() => setHeard(false), typingMs + 1_000);
    };
    addEventListener("kartis:typing", hear);
    return () => {
      removeEventListener("kartis:typing", hear);
      clearTimeout(timer);
    };
  }, [cardId]);
  return isHeard ? (data?.userIds ?? []) : [];
}
