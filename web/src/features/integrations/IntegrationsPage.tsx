import lock from "@fluentui/svg-icons/icons/lock_closed_12_regular.svg?icon";
import { useRouter, useRouterState } from "@tanstack/react-router";
import { useState } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { useCrumbs } from "../../lib/pages/crumbs.ts";
import { useT } from "../../lib/i18n.tsx";
import { type Right, useCan } from "../../lib/permissions.ts";
import { useTitle } from "../../lib/pages/title.ts";
import { Button } from "../../ui/actions/Button.tsx";
import { Icon } from "../../ui/display/Icon.tsx";
import { Pill } from "../../ui/display/Pill.tsx";
import { Drawer } from "../../ui/overlays/Dialog.tsx";
import { Permitted } from "../settings/Permitted.tsx";
import settings from "../settings/settings.module.css";
import { SettingsHeader } from "../settings/SettingsHeader.tsx";
import type { Integration, IntegrationState, IntegrationStatus } from "./integration.ts";
import styles from "./integrations.module.css";
import { integrations } from "./list.ts";

/** `/settings/integrations`: what Kartis is connected with; the address's `open` names the integration whose drawer is open. */
export function IntegrationsPage() {
  const can = useCan();
  const found = integrations.filter(({ right = readsSettings }) => can(right));
  return (
    <Permitted right={found[0]?.right ?? readsSettings}>
      <Page integrations={found} />
    </Permitted>
  );
}

const readsSettings: Right = ["ORGANIZATION", "read"];

function Page({ integrations }: { integrations: readonly Integration[] }) {
  const t = useT();
  const router = useRouter();
  const search = useRouterState({ select: ({ location }) => location.search as Record<string, unknown> }); // as the address has it
  const opened = integrations.find(({ id }) => id === search["open"]);
  useTitle(t("integrations.title"));
  useCrumbs([{ label: t("settings.title"), href: "/settings" }, { label: t("integrations.title") }]);
  const open = (id: string) => void router.navigate({ to: "/settings/integrations", search: { open: id } });
  // In place of the open one: Back leads to where somebody came from, and not into it again.
  const close = () => void router.navigate({ to: "/settings/integrations", replace: true });
  const groups = [...Map.groupBy(integrations, ({ group }) => group)];
  return (
    <div className={settings.page}>
      <SettingsHeader title={t("integrations.title")} />
      <div className={styles.scroll}>
        {groups.map(([group, members]) => (
          <section key={group} aria-label={t(group)}>
            <h2 className={styles.group}>{t(group)}</h2>
            <ul className={styles.cells}>
              {members.map((one) => (
                <Cell key={one.id} integration={one} isOpen={one === opened} onOpen={() => open(one.id)} />
              ))}
            </ul>
          </section>
        ))}
      </div>
      {opened && (
        <Drawer title={t(opened.name)} isOpen onClose={close}>
          <opened.Panel />
        </Drawer>
      )}
    </div>
  );
}

const hues = { connected: "green", attention: "amber", off: "slate" } as const;

function State({ state }: { state: IntegrationState }) {
  const t = useT();
  if (state !== "notInPlan") return <Pill hue={hues[state]}>{t(`integrations.state.${state}`)}</Pill>;
  return (
    <span className={styles.locked}>
      <Icon of={lock} size={12} /> {t("integrations.state.notInPlan")}
    </span>
  );
}

function Cell({ integration, isOpen, onOpen }: { integration: Integration; isOpen: boolean; onOpen: () => void }) {
  const t = useT();
  const { id, name, about, icon, useStatus } = integration;
  const status = useStatus();
  return (
    <li className={styles.cell} data-open={isOpen || undefined}>
      <AriaButton className={styles.press ?? ""} aria-describedby={`integration-${id}`} aria-label={t(name)} onPress={onOpen}>
        <span className={styles.tile}>
          <Icon of={icon} />
        </span>
        <span className={styles.words} id={`integration-${id}`}>
          <span className={styles.head}>
            <b className={styles.name}>{t(name)}</b>
            {status && <State state={status.state} />}
          </span>
          <span className={styles.about}>{t(about)}</span>
          {status && (
            <span className={styles.foot} data-state={status.state}>
              <span className={styles.line}>{status.line}</span>
              <span className={styles.action}>{status.action}</span>
            </span>
          )}
        </span>
      </AriaButton>
      {status?.retry && <Retry of={status.retry} />}
    </li>
  );
}

function Retry({ of: { label, run } }: { of: NonNullable<IntegrationStatus["retry"]> }) {
  const [isPending, setPending] = useState(false);
  return (
    <span className={styles.retry}>
      <Button
        size={24}
        isPending={isPending}
        onPress={() => {
          setPending(true);
          void run().finally(() => setPending(false));
        }}
      >
        {label}
      </Button>
    </span>
  );
}
