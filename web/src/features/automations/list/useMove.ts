import type { AutomationId } from "@kartis/core/automations/schema.ts";
import { useMutation } from "@tanstack/react-query";
import { trpc } from "../../../lib/api.ts";
import { offerUndo } from "../../undo/undo.ts";
import { refreshAutomations } from "../queries.ts";

interface Moving {
  readonly isPending: boolean;
  /** @param message what is told when it is done, with the way back */
  readonly move: (
    of: { readonly automationIds: AutomationId[] } | { readonly from: string },
    folder: string | null,
    message: string,
  ) => void;
}

/** Moves automations into a folder, or out of theirs. */
export function useMove(onMoved?: () => void): Moving {
  const { mutateAsync, isPending } = useMutation(trpc.automations.move.mutationOptions());
  return {
    isPending,
    move: (of, folder, message) => {
      mutateAsync({ ...of, folder }).then(
        async ({ recordIds }) => {
          offerUndo({ recordIds, message });
          await refreshAutomations();
          onMoved?.();
        },
        // The mutation has said so.
        () => undefined,
      );
    },
  };
}
