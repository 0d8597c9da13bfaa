import type { OrgId } from "@kartis/core/kernel/id.ts";
import { useRouter } from "@tanstack/react-router";
import { client, trpc } from "../../lib/api.ts";
import { useT } from "../../lib/i18n.tsx";
import { queryClient } from "../../lib/query-client.ts";
import { showToast } from "../../lib/toasts/toasts.ts";
import { DeleteOrganizationDialog } from "../organization/DeleteOrganizationDialog.tsx";
import type { Detail } from "./OrganizationPage.tsx";

interface DeleteDialogProps {
  orgId: OrgId;
  organization: Detail;
  onClose: () => void;
}

/** Deletes a customer's organization, with a reason that stays among the deletions. */
export function DeleteDialog({ orgId, organization, onClose }: DeleteDialogProps) {
  const t = useT();
  const router = useRouter();
  const { name, registeredUsers, usage } = organization;
  return (
    <DeleteOrganizationDialog
      name={name}
      holdings={{
        cards: usage.find((one) => one.name === "cards")?.used ?? 0,
        files: null,
        members: registeredUsers,
      }}
      asksReason
      onClose={onClose}
      onDelete={async (typed, reason) => {
        await client.adminConsole.deleteOrganization.mutate({ orgId, name: typed, reason });
        showToast({ tone: "success", code: "organization.deleted", title: t("organization.delete.done", { name }) });
        queryClient.removeQueries(trpc.adminConsole.getOrganization.queryFilter({ orgId }));
        await queryClient.invalidateQueries(trpc.adminConsole.pathFilter());
        await router.navigate({ to: "/admin-console/organizations", search: { show: "deleted" } });
      }}
    />
  );
}
