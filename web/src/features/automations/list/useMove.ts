import type { AutomationId } from "@kartis/core/automations/schema.ts";
import { useMutation } from "@tanstack/react-query";
import { trpc } from "../../../lib/api.ts";
import { useT } from "../../../lib/i18n.tsx";
import { showToast } from "../../../lib/toasts/toasts.ts";
import { offerUndo } from "../../undo/undo.ts";
import { refreshAutomations } from "../queries.ts";

interface Moving {
  readonly isPending: boolean;
  /** @param messageOf confirms it, with the way back, by the number of those that could not be moved @param onMoved called once the list has been read again */
  readonly move: (
    of: { readonly automationIds: AutomationId[] } | { readonly from: string },
    folder: string | null,
    messageOf: (left: number) => string,
    onMoved: () => void,
  ) => void;
}

/** Moves automations into a folder, or out of theirs. */
export function useMove(): Moving {
  const t = useT();
  const { mutateAsync, isPending } = useMutation(trpc.automations.move.mutationOptions());
  return {
    isPending,
    move: (of, folder, messageOf, onMoved) => {
      mutateAsync({ ...of, folder }).then(
        async ({ recordIds, left }) => {
          const message = messageOf(left);
          if (recordIds.length > 0)
            offerUndo({ recordIds, message, notice: left > 0 ? { message: t("automations.folder.left", { count: left }) } : {} });
          // All were there already: a call before, whose answer was lost, has moved them.
          else showToast({ tone: "success", title: message });
          await refreshAutomations();
          onMoved();
        },
        // The mutation has said so.
        () => undefined,
      );
    },
  };
}
