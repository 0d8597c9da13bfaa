import type { Automation, Definition } from "@kartis/core/automations/schema.ts";
import { useQuery } from "@tanstack/react-query";
import { trpc } from "../../../lib/api.ts";
import { useT } from "../../../lib/i18n.tsx";
import { FormDialog } from "../../../ui/overlays/FormDialog.tsx";

interface DiscardDialogProps {
  automation: Automation;
  onClose: () => void;
  /** Called with the published version. */
  onDiscard: (published: Definition) => void;
}

/** Confirms reverting the draft to the published version. */
export function DiscardDialog({ automation, onClose, onDiscard }: DiscardDialogProps) {
  const t = useT();
  const { data } = useQuery(trpc.automations.versions.queryOptions({ automationId: automation.id }));
  const published = data?.find(({ version }) => version === automation.publishedVersion);
  return (
    <FormDialog
      title={t("automations.discard")}
      isAlert
      isPending={!published}
      onClose={onClose}
      onSubmit={() => published && onDiscard(published.definition)}
    >
      <p>{t("automations.discard.about", { version: automation.publishedVersion ?? 0 })}</p>
    </FormDialog>
  );
}
