import type { Call, CallId } from "@kartis/core/voip/schema.ts";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { trpc } from "../../lib/api.ts";
import { useT } from "../../lib/i18n.tsx";
import { useOwn } from "../../lib/live/live.ts";
import { queryClient } from "../../lib/query-client.ts";
import { endToast, showToast } from "../../lib/toasts/toasts.ts";
import { usePhoneText } from "../fields/display/PhoneNumber.tsx";
import { useCardTypes } from "../records/card-types.ts";
import { callToastCode, callToastMs } from "./call-toast.ts";
import { CallChip } from "./CallChip.tsx";
import { useExtensionText } from "./extension-text.ts";
import { currentOptions } from "./queries.ts";
import { useNewCardFrom } from "./useNewCardFrom.ts";
import { isolated } from "../../lib/text-direction.ts";

/** Shows who is calling the person's extension: as a notification while its time lasts, and as a chip until the call is over. */
export function IncomingCalls({ extension: own }: { extension: string }) {
  const t = useT();
  const router = useRouter();
  const phoneText = usePhoneText();
  const extensionText = useExtensionText();
  const { types } = useCardTypes();
  const newCardFrom = useNewCardFrom();
  const { data } = useQuery(currentOptions());
  const shown = useRef<ReadonlySet<CallId>>(new Set());
  const [chips, setChips] = useState<ReadonlySet<CallId>>(new Set());
  useOwn((what) => {
    if (what === "calls") void queryClient.invalidateQueries(trpc.voip.current.pathFilter());
  });

  function look({ number, cardId }: Call) {
    const card = cardId ? data?.related[cardId] : undefined;
    const slug = types?.find((type) => type.id === card?.typeId)?.slug;
    const caller = number ? isolated(phoneText(number), "ltr") : t("voip.hidden");
    const open = card
      ? { label: t("voip.openCard"), run: () => void router.navigate({ href: slug ? `/cards/${slug}/${cardId}` : "/cards" }) }
      : number
        ? { label: t("voip.newCard"), run: () => newCardFrom(number) }
        : undefined;
    return { card, caller, open };
  }

  const show = useEffectEvent((call: Call) => {
    const { card, caller, open } = look(call);
    const at = t("voip.extension", { extension: extensionText(call.extension ?? "") });
    const since = Date.now();
    showToast({
      tone: "info",
      code: callToastCode(call.id),
      title: card ? card.name : caller,
      message: card ? `${t("voip.incoming.from", { number: caller })} · ${at}` : `${t("voip.incoming")} · ${at}`,
      milliseconds: callToastMs,
      // Whoever closes it, or goes to the card, needs no chip.
      onClose: () => {
        if (Date.now() - since >= callToastMs) setChips((before) => new Set([...before, call.id]));
      },
      ...(open ? { action: open } : {}),
    });
  });
  const incoming = data?.calls.filter(({ direction }) => direction === "IN");
  const follow = useEffectEvent(() => {
    if (!incoming) return;
    const ringing = incoming.filter(({ state }) => state === "ringing");
    const ids = new Set(ringing.map(({ id }) => id));
    for (const id of shown.current) if (!ids.has(id)) endToast(callToastCode(id));
    for (const call of ringing) if (!shown.current.has(call.id)) show(call);
    shown.current = ids;
  });
  useEffect(() => follow(), [data]);
  // A colleague may have picked up: then it is theirs.
  const latest = incoming?.find(
    ({ id, state, extension }) => chips.has(id) && (state === "ringing" || (state === "talking" && extension === own)),
  );
  if (!latest) return null;
  const { card, caller, open } = look(latest);
  return (
    <CallChip
      name={card?.name ?? caller}
      state={latest.state === "talking" ? "talking" : "ringing"}
      open={open}
      onClose={() => setChips((before) => new Set([...before].filter((id) => id !== latest.id)))}
    />
  );
}
