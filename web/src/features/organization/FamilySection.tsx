import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { trpc } from "../../lib/api.ts";
import { useFormat, useT } from "../../lib/i18n.tsx";
import { meOptions } from "../../lib/session.ts";
import type { RouterOutputs } from "../../lib/types.ts";
import { Button } from "../../ui/actions/Button.tsx";
import { Link } from "../../ui/actions/Link.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { AttachDialog, ChildDialog, CodeDialog, DetachDialog } from "./FamilyDialogs.tsx";
import styles from "./FamilySection.module.css";
import { GrantsOfChild, GrantsOfParent } from "./Grants.tsx";
import formStyles from "./OrganizationForm.module.css";
import { Section } from "../settings/Section.tsx";

export type Family = RouterOutputs["family"]["get"];
type Detached = { readonly name: string; readonly childId?: Family["children"][number]["orgId"] };
type Open = "child" | "code" | "attach" | Detached;

/** The organization's parent and children: what access each grants the other, and how to connect them. */
export function FamilySection() {
  const t = useT();
  const format = useFormat();
  const { data: me } = useQuery(meOptions());
  const { data: family } = useQuery(trpc.family.get.queryOptions({}, { staleTime: 0 }));
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const isOneself = me && !me.impersonatedUntil && !me.viewAs;
  const isOwner = Boolean(isOneself && me.systemRole === "OWNER");
  const isAdministrator = Boolean(isOneself && me.systemRole !== "BASIC");
  const reachable = new Set<string>(me?.memberships.map(({ orgId }) => orgId));
  if (!family) {
    return (
      <Section title={t("organization.family")} line={t("organization.family.line")}>
        <SkeletonRows rows={2} columns={["1fr"]} />
      </Section>
    );
  }
  const { parent, children, visitors } = family;
  return (
    <Section title={t("organization.family")} line={t("organization.family.line")}>
      {!parent && children.length === 0 && <p>{t("organization.family.none")}</p>}
      {parent && (
        <div className={styles.block}>
          <Head
            title={parent.name}
            line={`${t("organization.family.parent")}, ${t("organization.family.since", { at: format.date(parent.attachedAt) })}`}
          >
            {isOwner && <Button onPress={() => setOpen({ name: parent.name })}>{t("organization.family.detach")}</Button>}
          </Head>
          <h4 className={styles.caption}>{t("organization.family.access")}</h4>
          <GrantsOfParent grants={parent.grants} canRevoke={isAdministrator} />
        </div>
      )}
      {children.map((child) => (
        <div key={child.orgId} className={styles.block}>
          <Head title={child.name} line={t("organization.family.since", { at: format.date(child.attachedAt) })}>
            {reachable.has(child.orgId) && <Link href={`/switch-org/${child.orgId}`}>{t("organization.family.open")}</Link>}
            {isOwner && (
              <Button onPress={() => setOpen({ name: child.name, childId: child.orgId })}>
                {t("organization.family.detach")}
              </Button>
            )}
          </Head>
          {isAdministrator && <h4 className={styles.caption}>{t("organization.family.grants")}</h4>}
          <GrantsOfChild child={child} canGrant={isAdministrator} />
        </div>
      ))}
      {visitors.length > 0 && (
        <div className={styles.block}>
          <h3 className={styles.name}>{t("organization.family.visitors")}</h3>
          <ul className={styles.people}>
            {visitors.map(({ userId, name, lastActiveAt }) => (
              <li key={userId}>
                <bdi>{name}</bdi>{" "}
                <span className={styles.quiet}>{t("organization.family.lastActive", { at: format.date(lastActiveAt) })}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {isOwner && !parent && (
        <div className={formStyles.action}>
          <Button size={32} onPress={() => setOpen("child")}>
            {t("organization.family.newChild")}
          </Button>
          <Button size={32} onPress={() => setOpen("code")}>
            {t("organization.family.code")}
          </Button>
          {children.length === 0 && (
            <Button size={32} onPress={() => setOpen("attach")}>
              {t("organization.family.attach")}
            </Button>
          )}
        </div>
      )}
      {!isOwner && <p className={styles.quiet}>{t("organization.family.onlyOwner")}</p>}
      {open === "child" && <ChildDialog onClose={close} />}
      {open === "code" && <CodeDialog onClose={close} />}
      {open === "attach" && <AttachDialog onClose={close} />}
      {typeof open === "object" && <DetachDialog {...open} onClose={close} />}
    </Section>
  );
}

function Head({ title, line, children }: { title: string; line: string; children: ReactNode }) {
  return (
    <div className={styles.head}>
      <div className={styles.names}>
        <h3 className={styles.name}>
          <bdi>{title}</bdi>
        </h3>
        <span className={styles.quiet}>{line}</span>
      </div>
      {children}
    </div>
  );
}
