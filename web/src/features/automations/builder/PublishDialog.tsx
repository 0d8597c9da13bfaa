import type { Automation } from "@kartis/core/automations/schema.ts";
import { useMutation } from "@tanstack/react-query";
import { trpc } from "../../../lib/api.ts";
import { useT } from "../../../lib/i18n.tsx";
import { FormDialog } from "../../../ui/overlays/FormDialog.tsx";
import { showToast } from "../../../ui/feedback/toasts.ts";
import { noteSaved, refreshAutomations } from "../queries.ts";

/** Says what publishing means, and publishes. */
export function PublishDialog({ automation, onClose }: { automation: Automation; onClose: () => void }) {
  const t = useT();
  const { id, version, publishedVersion, name } = automation;
  const publish = useMutation(
    trpc.automations.publish.mutationOptions({
      onSuccess: (published) => {
        noteSaved(published);
        showToast({ tone: "success", title: t("automations.published", { name }) });
        onClose();
      },
      onError: () => {
        void refreshAutomations();
        onClose();
      },
    }),
  );
  return (
    <FormDialog
      title={t("automations.publish.title")}
      action={t("automations.publish")}
      size={560}
      isPending={publish.isPending}
      onClose={onClose}
      onSubmit={() => publish.mutate({ automationId: id, expectedVersion: version })}
    >
      <p>{t("automations.publish.about")}</p>
      <p>{t(publishedVersion === null ? "automations.publish.first" : "automations.publish.again")}</p>
    </FormDialog>
  );
}
