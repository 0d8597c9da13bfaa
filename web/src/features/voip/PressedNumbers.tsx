import { isId } from "@kartis/core/kernel/id-form.ts";
import { ringingMs } from "@kartis/core/voip/rules.ts";
import type { Call, CallId } from "@kartis/core/voip/schema.ts";
import { useEffect, useEffectEvent, useRef } from "react";
import { client } from "../../lib/api.ts";
import { reportFailure } from "../../lib/failures.ts";
import { useT } from "../../lib/i18n.tsx";
import { useLive } from "../../lib/live/live.ts";
import { endToast, showToast } from "../../lib/toasts/toasts.ts";
import { usePhoneText } from "../fields/display/PhoneNumber.tsx";
import { noteFinal } from "../undo/undo.ts";
import { useExtensionText } from "./extension-text.ts";
import { callToastCode, callToastMs } from "./call-toast.ts";
import { isolated } from "../../lib/text-direction.ts";

/** Calls the number of a `tel:` link that is pressed, in place of what the browser would do, and says what becomes of the call. */
export function PressedNumbers() {
  const t = useT();
  const phoneText = usePhoneText();
  const extensionText = useExtensionText();
  /** Calls that were placed here and of which nothing final is known: the number that was pressed, and when. */
  const placed = useRef(new Map<CallId, { readonly pressed: string; readonly at: number }>());

  const say = useEffectEvent(({ id, number, extension, status, reason }: Call) => {
    const about = { number: isolated(phoneText(number ?? ""), "ltr") };
    const code = callToastCode(id);
    if (status === "pending" && reason !== "unknown")
      return showToast({
        tone: "info",
        code,
        title: t("voip.placed.ringing", about),
        message: t("voip.placed.ringing.text", { extension: extensionText(extension ?? "") }),
        milliseconds: callToastMs,
      });
    endToast(code);
    if (status === "pending") {
      // It is not called again by itself; whoever wants to may.
      placed.current.set(id, { pressed: "", at: 0 });
      return showToast({
        tone: "error",
        code: `${code}:unknown`,
        title: t("voip.placed.unknown", about),
        message: t("voip.placed.unknown.text"),
      });
    }
    placed.current.delete(id);
    if (status === "answered")
      return showToast({ tone: "success", code: `${code}:over`, title: t("voip.placed.answered", about), givesWay: true });
    const message = reason ? t(`voip.reason.${reason}`) : undefined;
    return showToast({
      tone: "error",
      code: `${code}:over`,
      title: t("voip.placed.failed", about),
      givesWay: true,
      ...(message ? { message } : {}),
    });
  });

  const ask = (callId: CallId) => void client.voip.get.query({ callId }).then((call) => say(call), reportFailure);
  useLive((message) => {
    if (message.kind !== "change" || message.subject.kind !== "call") return;
    const { id } = message.subject;
    if (isId("cal", id) && placed.current.has(id)) ask(id);
  }, "alsoHidden");

  const call = useEffectEvent(async (number: string, cardId = location.pathname.split("/").at(-1)) => {
    // Pressing once more while the telephone rings is the same wish.
    const [same] = [...placed.current].find(([, { pressed, at }]) => pressed === number && Date.now() < at + ringingMs) ?? [];
    if (same) return ask(same);
    try {
      const made = await client.voip.place.mutate({ number, ...(isId("crd", cardId) ? { cardId } : {}) });
      placed.current.set(made.id, { pressed: number, at: Date.now() });
      noteFinal(t("voip.placed.ringing", { number: isolated(phoneText(number), "ltr") }));
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
      // The same while the first press is on its way.
      if (isPending) return;
      isPending = true;
      const number = decodeURIComponent(link.getAttribute("href") ?? "").replace(/^tel:/, "");
      void call(number, link.dataset["card"]).finally(() => (isPending = false));
    };
    document.addEventListener("click", onClick, { capture: true });
    return () => document.removeEventListener("click", onClick, { capture: true });
  }, []);
  return null;
}
