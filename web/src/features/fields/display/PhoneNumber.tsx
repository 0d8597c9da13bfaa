import { useEffect, useState, useSyncExternalStore } from "react";
import { afterFirstScreen } from "../../../lib/warm-up.ts";
import { Num } from "../../../ui/display/Num.tsx";
import { useRegion } from "../../../lib/organization.ts";

type FormatPhone = (value: string, region: string) => string;

let formatPhone: FormatPhone | undefined;
let isAsked = false;
const subscribers = new Set<() => void>();

/** The numbering plans of the world weigh more than the list itself: until they are here, a number shows as it is stored. */
function subscribe(subscriber: () => void): () => void {
  subscribers.add(subscriber);
  if (!isAsked) {
    isAsked = true;
    afterFirstScreen(loadPhoneFormat);
  }
  return () => subscribers.delete(subscriber);
}

/** For content that loads after the list anyway: it is drawn once, and does not shift what is below it. */
export async function loadPhoneFormat(): Promise<void> {
  if (formatPhone) return;
  const loaded = await import("@kartis/core/cards/fields/phone-format.ts").catch(() => undefined);
  isAsked = loaded !== undefined;
  formatPhone = loaded?.formatPhone;
  for (const subscriber of subscribers) subscriber();
}

/** Writes numbers as is usual in the organization's country. */
export function usePhoneText(): (value: string) => string {
  const region = useRegion();
  const format = useSyncExternalStore(subscribe, () => formatPhone);
  return (value) => format?.(value, region) ?? value;
}

/** Whether numbers can be written as people do, or will not be; for lists of numbers, which are drawn once. */
export function useHasPhoneFormat(): boolean {
  const [isReady, setReady] = useState(() => formatPhone !== undefined);
  useEffect(() => {
    if (!isReady) void loadPhoneFormat().then(() => setReady(true));
  }, [isReady]);
  return isReady;
}

export function PhoneNumber({ value }: { value: string }) {
  return <Num>{usePhoneText()(value)}</Num>;
}
