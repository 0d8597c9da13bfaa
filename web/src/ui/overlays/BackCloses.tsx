import { useContext, useEffect, useEffectEvent } from "react";
import { useIsHidden } from "react-aria/private/collections/Hidden";
import { OverlayTriggerStateContext } from "react-aria-components/Dialog";
import { openLayer } from "./layers.ts";

/** Inside of an overlay while it is open: has Back on a phone close it. `close` where the overlay is not opened by a trigger of the kit. */
export function BackCloses({ close }: { close?: () => void }) {
  const state = useContext(OverlayTriggerStateContext);
  // The kit draws lists a second time, out of sight.
  const isHidden = useIsHidden();
  return !isHidden && (close || state?.isOpen) ? <Layer close={close ?? (() => state?.close())} /> : null;
}

function Layer({ close }: { close: () => void }) {
  const closeNow = useEffectEvent(close);
  useEffect(() => openLayer(() => closeNow()), []);
  return null;
}
