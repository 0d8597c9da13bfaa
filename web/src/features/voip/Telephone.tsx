import { isId } from "@kartis/core/kernel/id-form.ts";
import type { Call } from "@kartis/core/voip/schema.ts";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef } from "react";
import { client, trpc } from "../../lib/api.ts";
import { reportFailure } from "../../lib/failures.ts";
import { useT } from "../../lib/i18n.tsx";
import { useLive, useOwn } from "../../lib/live/live.ts";
import { queryClient } from "../../lib/query-client.ts";
import { endToast, showToast } from "../../ui/feedback/toasts.ts";
import { usePhoneText } from "../cards/fields/display/PhoneNumber.tsx";
import { useCardTypes } from "../cards/types.ts";
import { currentOptions, standingOptions } from "./queries.ts";
import { useMayUseVoip } from "./rights.ts";
import { useNewCardFrom } from "./useNewCardFrom.ts";

/** SPEC section 10: the notification of a call closes after 10 seconds. */
const shownMs = 10_000;
const codeOf = (callId: string): string => `call:${callId}`;

/** Shows who is calling, and calls numbers that are pressed anywhere on the page, for people with an extension. Renders nothing. */
export function Telephone() {
  const mayUse = useMayUseVoip();
  const { data: standing } = useQuery({ ...standingOptions(), enabled: mayUse });
  if (!standing?.extension || standing.obstacle === "missing") return null;
  return (
    <>
      <IncomingCalls />
      {standing.mayCall && <PressedNumbers />}
    </>
  );
}

function IncomingCalls() {
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
      code: codeOf(id),
      title: card ? card.name : caller,
      message: card ? `${t("voip.incoming.from", { number: caller })} · ${at}` : `${t("voip.incoming")} · ${at}`,
      milliseconds: shownMs,
      ...(action ? { action } : {}),
    });
  });
  const incoming = data?.calls.filter(({ direction, state }) => direction === "IN" && state === "ringing");
  const follow = useEffectEvent(() => {
    if (!incoming) return;
    const ringing = new Set<string>(incoming.map(({ id }) => id));
    for (const id of shown.current) if (!ringing.has(id)) endToast(codeOf(id));
    for (const call of incoming) if (!shown.current.has(call.id)) show(call);
    shown.current = ringing;
  });
  useEffect(() => follow(), [data]);
  return null;
}

/** Digits run from left to right in a sentence of either direction. */
const isolated = (text: string): string => `\u2066${text}\u2069`;

/** Calls the number of a `tel:` link that is pressed, in place of what the browser would do, and says what becomes of the call. */
function PressedNumbers() {
  const t = useT();
  const phoneText = usePhoneText();
  /** Calls that are placed here and are not over. */
  const placed = useRef(new Set<string>());

  const say = useEffectEvent(({ id, number, extension, status, reason }: Call) => {
    const about = { number: isolated(phoneText(number ?? "")) };
    const code = codeOf(id);
    if (status === "pending" && reason !== "unknown")
      return showToast({
        tone: "info",
        code,
        title: t("voip.placed.ringing", about),
        message: t("voip.placed.ringing.text", { extension: extension ?? "" }),
        milliseconds: shownMs,
      });
    endToast(code);
    if (status === "pending")
      return showToast({
        tone: "error",
        code: `${code}:unknown`,
        title: t("voip.placed.unknown", about),
        message: t("voip.placed.unknown.text"),
      });
    placed.current.delete(id);
    if (status === "answered")
      return showToast({ tone: "success", code: `${code}:over`, title: t("voip.placed.answered", about) });
    const message = reason ? t(`voip.reason.${reason}`) : undefined;
    return showToast({
      tone: "error",
      code: `${code}:over`,
      title: t("voip.placed.failed", about),
      ...(message ? { message } : {}),
    });
  });

  useLive((message) => {
    if (message.kind !== "change" || message.subject.kind !== "call" || !placed.current.has(message.subject.id)) return;
    const { id: callId } = message.subject;
    if (isId("cal", callId)) client.voip.get.query({ callId }).then((call) => say(call), reportFailure);
  }, "alsoHidden");

  const call = useEffectEvent(async (number: string) => {
    const cardId = location.pathname.split("/").at(-1);
    try {
      const made = await client.voip.place.mutate({ number, ...(isId("crd", cardId) ? { cardId } : {}) });
      placed.current.add(made.id);
      say(made);
    } catch (failure) {
      reportFailure(failure);
    }
  });
  useEffect(() => {
    let isPending = false;
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href^="tel:"]');
      // With a modifier, the browser's own way to call stays.
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      // A second press while the first is on its way is the same wish.
      if (isPending) return;
      isPending = true;
      void call(decodeURIComponent(link.getAttribute("href") ?? "").replace(/^tel:/, "")).finally(() => (isPending = false));
    };
    document.addEventListener("click", onClick, { capture: true });
    return () => document.removeEventListener("click", onClick, { capture: true });
  }, []);
  return null;
}
