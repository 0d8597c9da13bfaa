import { isId } from "@kartis/core/kernel/id-form.ts";
import { useQuery } from "@tanstack/react-query";
import { client, trpc } from "../../lib/api.ts";
import { reportFailure } from "../../lib/failures.ts";
import { useT } from "../../lib/i18n.tsx";
import { queryClient } from "../../lib/query-client.ts";
import { Button } from "../../ui/actions/Button.tsx";
import { Select } from "../../ui/inputs/Select.tsx";
import type { Family } from "./FamilySection.tsx";
import styles from "./FamilySection.module.css";

type Child = Family["children"][number];
type Grant = Child["grants"][number];

/** Name of the people in the parent that a grant is for. */
function useHolderName(): (grant: Pick<Grant, "holder" | "holderName">) => string {
  const t = useT();
  return ({ holder, holderName }) =>
    holder === "OWNER" || holder === "ADMIN"
      ? t(`organization.family.holder.${holder}`)
      : (holderName ?? t("organization.family.holder.gone"));
}

const refresh = () => queryClient.invalidateQueries(trpc.family.pathFilter());

/** Grants to the parent's members. The child can revoke each, and restore it. */
export function GrantsOfParent({ grants, canRevoke }: { grants: readonly Grant[]; canRevoke: boolean }) {
  const t = useT();
  const nameOf = useHolderName();
  async function revoke({ holder, isRevoked }: Grant) {
    await client.family.revoke.mutate({ holder, isRevoked: !isRevoked });
    await refresh();
  }
  if (grants.length === 0) return <p>{t("organization.family.access.none")}</p>;
  return (
    <ul className={styles.grants}>
      {grants.map((grant) => (
        <li key={grant.holder} className={styles.grant}>
          <span className={styles.holder}>
            <bdi>{nameOf(grant)}</bdi>{" "}
            <span className={styles.quiet}>
              {grant.isRevoked ? t("organization.family.revoked") : t("organization.family.actsAs", { role: grant.roleName })}
            </span>
          </span>
          {canRevoke && (
            <Button onPress={() => void revoke(grant).catch(reportFailure)}>
              {grant.isRevoked ? t("organization.family.allow") : t("organization.family.revoke")}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

const none = "none";

/** Choice of the child's role for each group of the parent's people; it applies immediately. */
export function GrantsOfChild({ child, canGrant }: { child: Child; canGrant: boolean }) {
  const t = useT();
  const nameOf = useHolderName();
  const { data: roles = [] } = useQuery(trpc.roles.list.queryOptions({}, { enabled: canGrant, meta: { quiet: true } }));
  const holders = [
    { holder: "OWNER", holderName: null } as const,
    { holder: "ADMIN", holderName: null } as const,
    ...roles.map(({ id, name }) => ({ holder: id, holderName: name })),
  ];
  // A role of the parent that was deleted may still stand in a grant.
  const gone = child.grants.filter(({ holder }) => !holders.some((one) => one.holder === holder));
  const shown = canGrant ? [...holders, ...gone] : child.grants;
  async function choose(holder: Grant["holder"], chosen: string) {
    await client.family.grant.mutate({ childId: orgIdOf(child), holder, roleId: isId("rol", chosen) ? chosen : null });
    await refresh();
  }
  if (shown.length === 0) return <p>{t("organization.family.access.no")}</p>;
  return (
    <ul className={styles.grants}>
      {shown.map((one) => {
        const grant = child.grants.find(({ holder }) => holder === one.holder);
        const name = nameOf(one);
        return (
          <li key={one.holder} className={styles.grant}>
            <span className={styles.holder}>
              <bdi>{name}</bdi>{" "}
              {grant?.isRevoked && (
                <span className={styles.quiet}>{t("organization.family.revokedBy", { name: child.name })}</span>
              )}
            </span>
            {canGrant ? (
              <div className={styles.choice}>
                <Select
                  aria-label={t("organization.family.access.of", { name, child: child.name })}
                  size={28}
                  isDisabled={grant?.isRevoked ?? false}
                  options={[
                    { id: none, label: t("organization.family.access.no") },
                    ...child.roles.map(({ id, name: label }) => ({ id, label })),
                  ]}
                  value={grant?.roleId ?? none}
                  onChange={(chosen) => void choose(one.holder, chosen).catch(reportFailure)}
                />
              </div>
            ) : (
              <bdi>{grant?.roleName}</bdi>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function orgIdOf({ orgId }: Child) {
  if (!isId("org", orgId)) throw new Error(`Not an organization: ${orgId}`);
  return orgId;
}
