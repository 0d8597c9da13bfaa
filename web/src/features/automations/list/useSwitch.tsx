import type { Automation } from "@kartis/core/automations/schema.ts";
import { useMutation } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import { client } from "../../../lib/api.ts";
import { later } from "../../../lib/later.tsx";
import type { Loop } from "../loops/LoopWarning.tsx";
import { noteSaved, refreshUpcoming } from "../queries.ts";

const SwitchOnDialog = later(async () => (await import("./SwitchOnDialog.tsx")).SwitchOnDialog);

interface Wanted {
  readonly isOn: boolean;
  /** Although it would be part of a loop. */
  readonly isConfirmed?: boolean;
}

interface Switching {
  readonly change: (isOn: boolean) => void;
  /** What it becomes while that is saved, else what it is. */
  readonly isOn: boolean;
  readonly isPending: boolean;
  /** Shows the loops that it would be part of, and asks. */
  readonly dialog: ReactElement | null;
}

/** Switches an automation on or off; one that would be part of a loop only once that has been confirmed. */
export function useSwitch(automation: Automation): Switching {
  const { id: automationId } = automation;
  const [loops, setLoops] = useState<readonly Loop[]>([]);
  const { mutate, isPending, variables } = useMutation({
    // A press while the one before is being saved counts, too: it waits for it.
    scope: { id: `switch ${automationId}` },
    async mutationFn({ isOn, isConfirmed = false }: Wanted) {
      const found = isOn && !isConfirmed ? await client.automations.loops.query({ automationId, of: "published" }) : [];
      if (found.length === 0) {
        noteSaved(await client.automations.switch.mutate({ automationId, isOn }));
        void refreshUpcoming();
      }
      return found;
    },
    onSuccess: setLoops,
    onError: () => setLoops([]),
  });
  return {
    change: (isOn) => mutate({ isOn }),
    isOn: isPending ? variables.isOn : automation.isOn,
    isPending,
    dialog:
      loops.length > 0 ? (
        <SwitchOnDialog
          automation={automation}
          loops={loops}
          isPending={isPending}
          onClose={() => setLoops([])}
          onConfirm={() => mutate({ isOn: true, isConfirmed: true })}
        />
      ) : null,
  };
}
