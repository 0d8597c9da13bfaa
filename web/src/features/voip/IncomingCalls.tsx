import type { Call } from "@kartis/core/voip/schema.ts";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef } from "react";
import { trpc } from "../../lib/api.ts";
import { useT } from "../../lib/i18n.tsx";
import { useOwn } from "../../lib/live/live.ts";
import { queryClient } from "../../lib/query-client.ts";
import { endToast, showToast } from "../../ui/feedback/toasts.ts";
import { usePhoneText } from "../cards/fields/display/PhoneNumber.tsx";
import { useCardTypes } from "../cards/types.ts";
import { callToastCode, callToastMs, isolated } from "./call-toast.ts";
import { currentOptions } from "./queries.ts";
import { useNewCardFrom } from "./useNewCardFrom.ts";

/** Shows who is calling the person's extension, until it rings no more. Renders nothing. */
export function IncomingCalls() {
  const t = useT();
  const router = useRouter();
  const phoneText = usePhoneText();
  const { types } = useCardTypes();
  const newCardFrom = useNewCardFrom();
  const { data } = useQuery(currentOptions());
  const shown = useRef<ReadonlySet<string>>(new Set());
  useOwn((what) => {
    if (what === "calls") void queryClient.invalidateQueries(trpc.voip.current.pathFilter());
  });

  const show = useEffectEvent(({ id, number, extension, cardId }: Call) => {
    const card = cardId ? data?.related[cardId] : undefined;
    const slug = types?.find((type) => type.id === card?.typeId)?.slug;
    const caller = number ? isolated(phoneText(number)) : t("voip.hidden");
    const at = t("voip.extension", { extension: extension ?? "" });
    const action = card
      ? { label: t("voip.openCard"), run: () => void router.navigate({ href: slug ? `/cards/${slug}/${cardId}` : "/cards" }) }
      : number
        ? { label: t("voip.newCard"), run: () => newCardFrom(number) }
        : undefined;
    showToast({
      tone: "info",
      code: callToastCode(id),
      title: card ? card.name : caller,
      message: card ? `${t("voip.incoming.from", { number: caller })} · ${at}` : `${t("voip.incoming")} · ${at}`,
      milliseconds: callToastMs,
      ...(action ? { action } : {}),
    });
  });
  const incoming = data?.calls.filter(({ direction, state }) => direction === "IN" && state === "ringing");
  const follow = useEffectEvent(() => {
    if (!incoming) return;
    const ringing = new Set<string>(incoming.map(({ id }) => id));
    for (const id of shown.current) if (!ringing.has(id)) endToast(callToastCode(id));
    for (const call of incoming) if (!shown.current.has(call.id)) show(call);
    shown.current = ringing;
  });
  useEffect(() => follow(), [data]);
  return null;
}
