import { useEffect, useEffectEvent } from "react";

/** Calls `onProgress` with the ids of automations whose runs have got further, while the component is mounted. */
export function useRunProgress(onProgress: (automationIds: readonly string[]) => void): void {
  const handle = useEffectEvent(onProgress);
  useEffect(() => {
    const hear = (event: Event) => {
      if (event instanceof CustomEvent) handle(event.detail.automationIds);
    };
    addEventListener("kartis:runs", hear);
    return () => removeEventListener("kartis:runs", hear);
  }, []);
}
