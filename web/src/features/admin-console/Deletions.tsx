import empty from "@fluentui/svg-icons/icons/delete_20_regular.svg?icon";
import { useQuery } from "@tanstack/react-query";
import { trpc } from "../../lib/api.ts";
import { useFormat, useT } from "../../lib/i18n.tsx";
import { Button } from "../../ui/actions/Button.tsx";
import { EmptyState, ErrorState } from "../../ui/feedback/EmptyState.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { SettingsHeader } from "../settings/SettingsHeader.tsx";
import styles from "./admin-console.module.css";

/** Every organization that was deleted: when, by whom, why, and whether anything of it is left. What it was called is gone with it. */
export function Deletions() {
  const t = useT();
  const format = useFormat();
  const { data, error, refetch } = useQuery(
    trpc.adminConsole.deletions.queryOptions({}, { staleTime: 0, meta: { quiet: true } }),
  );
  return (
    <div className={styles.page}>
      <SettingsHeader title={t("admin.deletions")} />
      {error && !data ? (
        <ErrorState error={error} level={2} actions={<Button onPress={() => void refetch()}>{t("common.tryAgain")}</Button>} />
      ) : !data ? (
        <SkeletonRows rows={6} columns={["2fr", "1fr", "1fr", "2fr"]} />
      ) : data.length === 0 ? (
        <EmptyState icon={empty} title={t("admin.deletions.none")}>
          {t("admin.deletions.noneText")}
        </EmptyState>
      ) : (
        // Scrolls sideways where it is narrow, by keyboard too.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className={styles.scroll} tabIndex={0} role="region" aria-label={t("admin.deletions")}>
          <table className={styles.table} aria-label={t("admin.deletions")}>
            <thead>
              <tr>
                {(["id", "deletedAt", "deletedBy", "reason", "state"] as const).map((column) => (
                  <th key={column} scope="col">
                    {t(`admin.deletions.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.map(({ orgId, deletedAt, deletedByName, reason, state, erased, erasedAt }) => (
                <tr key={orgId}>
                  <th scope="row">
                    <code>{orgId}</code>
                  </th>
                  <td>{format.dateTime(deletedAt)}</td>
                  <td>
                    <bdi>{deletedByName ?? t("admin.deletions.formerUser")}</bdi>
                  </td>
                  <td className={styles.reason}>{reason ? <bdi title={reason}>{reason}</bdi> : t("admin.deletions.byOwner")}</td>
                  <td>
                    {state === "erased" && erasedAt
                      ? t("admin.deletions.erased", { count: erased, at: format.dateTime(erasedAt) })
                      : t("admin.deletions.erasing", { count: erased })}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}
