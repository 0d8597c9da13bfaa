import type { OrgId } from "@kartis/core/kernel/id.ts";
import { useMutation } from "@tanstack/react-query";
import { trpc } from "../../lib/api.ts";
import { useT } from "../../lib/i18n.tsx";
import { queryClient } from "../../lib/query-client.ts";
import { Switch } from "../../ui/inputs/Switch.tsx";
import { showToast } from "../../lib/toasts/toasts.ts";
import styles from "./admin-console.module.css";
import type { Detail } from "./OrganizationPage.tsx";

/** Features that are enabled for this organization only. Each switch is saved when pressed, and reverts if saving fails. */
export function Features({ orgId, organization }: { orgId: OrgId; organization: Detail }) {
  const t = useT();
  const { mutate, isPending, variables } = useMutation(
    trpc.adminConsole.switchFeature.mutationOptions({
      onSuccess: (_, { isOn }) =>
        showToast({
          tone: "success",
          title: t(isOn ? "admin.feature.on" : "admin.feature.off", { organization: organization.name }),
          givesWay: true,
        }),
      onSettled: () => queryClient.invalidateQueries(trpc.adminConsole.getOrganization.pathFilter()),
    }),
  );
  return (
    <ul className={styles.features}>
      {organization.features.map(({ name, isOn }) => (
        <li key={name}>
          <Switch
            isSelected={isPending && variables.feature === name ? variables.isOn : isOn}
            onChange={(next) => mutate({ orgId, feature: name, isOn: next })}
          >
            {t(`admin.feature.${name}`)}
          </Switch>
          <p className={styles.quiet}>{t(`admin.feature.${name}.line`)}</p>
        </li>
      ))}
    </ul>
  );
}
