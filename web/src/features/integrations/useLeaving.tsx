import { type ReactNode, useState } from "react";
import { LeaveGuard } from "../settings/LeaveGuard.tsx";

/** What is open on the page of integrations. */
export const openIntegration = (search: Record<string, unknown>) => search["open"];

interface Leaving {
  /** Given how many changes are not saved. */
  readonly onChanges: (changes: number) => void;
  /** Goes back, unless somebody decides to stay with what is not saved. */
  readonly back: () => void;
  readonly guard: ReactNode;
}

/** Leaving the settings of one thing within an integration's drawer: back to the list, or out of the drawer. */
export function useLeaving(onBack: () => void): Leaving {
  const [changes, setChanges] = useState(0);
  const [isLeaving, setLeaving] = useState(false);
  return {
    onChanges: setChanges,
    back: () => (changes > 0 ? setLeaving(true) : onBack()),
    guard: (
      <LeaveGuard
        changes={changes}
        keyOf={openIntegration}
        onLeave={isLeaving ? onBack : undefined}
        onStay={() => setLeaving(false)}
      />
    ),
  };
}
