import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { client, trpc } from "../../lib/api.ts";
import { useT } from "../../lib/i18n.tsx";
import { meOptions, refreshSession } from "../../lib/session.ts";
import { Button } from "../../ui/actions/Button.tsx";
import { showToast } from "../../lib/toasts/toasts.ts";
import { DeleteOrganizationDialog } from "./DeleteOrganizationDialog.tsx";
import styles from "./OrganizationForm.module.css";
import { Section } from "../settings/Section.tsx";

/** Deleting the organization: visible to anyone who may read its settings, but only its owner can do it. */
export function DangerSection({ name }: { name: string }) {
  const t = useT();
  const { data: me } = useQuery(meOptions());
  const [isOpen, setOpen] = useState(false);
  const isOwner = me?.systemRole === "OWNER" && !me.impersonatedUntil && !me.viewAs;
  return (
    <Section title={t("organization.delete.section")} line={t("organization.delete.section.line")}>
      <p>{isOwner ? t("organization.delete.text") : t("organization.delete.onlyOwner")}</p>
      {isOwner && (
        <div className={styles.action}>
          <Button size={32} onPress={() => setOpen(true)}>
            {t("organization.delete.open")}
          </Button>
        </div>
      )}
      {isOpen && <OwnDialog name={name} onClose={() => setOpen(false)} />}
    </Section>
  );
}

function OwnDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const t = useT();
  const router = useRouter();
  const { data: holdings } = useQuery(trpc.organizations.holdings.queryOptions({}, { staleTime: 0, gcTime: 0 }));
  return (
    <DeleteOrganizationDialog
      name={name}
      holdings={holdings}
      onClose={onClose}
      onDelete={async (typed) => {
        await client.organizations.remove.mutate({ name: typed });
        // To the person's next organization, or to setting up one.
        await refreshSession();
        showToast({ tone: "success", code: "organization.deleted", title: t("organization.delete.done", { name }) });
        await router.navigate({ to: "/cards" });
        await router.invalidate();
      }}
    />
  );
}
