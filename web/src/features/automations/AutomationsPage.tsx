import add from "@fluentui/svg-icons/icons/add_16_regular.svg?icon";
import desktop from "@fluentui/svg-icons/icons/desktop_16_regular.svg?icon";
import flash from "@fluentui/svg-icons/icons/flash_20_regular.svg?icon";
import searchIcon from "@fluentui/svg-icons/icons/search_20_regular.svg?icon";
import { fitsName } from "@kartis/core/kernel/fold.ts";
import { useQuery } from "@tanstack/react-query";
import { useRouter, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import Failure from "../../ui/pages/Failure.tsx";
import { useT } from "../../lib/i18n.tsx";
import { useCommands } from "../../lib/keys/commands.ts";
import { useCrumbs } from "../../lib/pages/crumbs.ts";
import { useTitle } from "../../lib/pages/title.ts";
import { useCan } from "../../lib/permissions.ts";
import { Button } from "../../ui/actions/Button.tsx";
import { Icon } from "../../ui/display/Icon.tsx";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { SearchInput } from "../../ui/inputs/SearchInput.tsx";
import { LimitNotice } from "../billing/later-notice.ts";
import { useIsPhone } from "../../lib/device/useIsPhone.ts";
import styles from "./automations.module.css";
import { Gate } from "./Gate.tsx";
import { AutomationList } from "./list/AutomationList.tsx";
import { NewAutomation } from "./list/NewAutomation.tsx";
import { PauseBanner } from "./pause/PauseBanner.tsx";
import { PauseSwitch } from "./pause/PauseSwitch.tsx";
import { automationsOptions, useLiveAutomations } from "./queries.ts";
import { stateOf, useAutomationsSearch } from "./search.ts";

/** `/automations`: the organization's automations with their run statistics. */
export function AutomationsPage() {
  return (
    <Gate>
      <Page />
    </Gate>
  );
}

/** Whether the dialog for a new automation is open; the palette opens it by `?new`. */
function useMaking(): [boolean, (is: boolean) => void] {
  const router = useRouter();
  const { new: asked }: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const [isMaking, setMaking] = useState(false);
  return [
    isMaking || asked !== undefined,
    (is) => {
      setMaking(is);
      if (!is && asked !== undefined) void router.navigate({ href: "/automations", replace: true });
    },
  ];
}

function Page() {
  const t = useT();
  const isPhone = useIsPhone();
  const hasPermission = useCan()(["AUTOMATION", "create"]);
  // The builder, which would open next, is read-only on phones.
  const mayCreate = hasPermission && !isPhone;
  const elsewhere = hasPermission && isPhone && t("automations.new.phone");
  const [{ state, typeId, query }, change] = useAutomationsSearch();
  const { data: automations, error, refetch } = useQuery(automationsOptions());
  const [isMaking, setMaking] = useMaking();
  useLiveAutomations();
  useTitle(t("shell.automations"));
  useCrumbs([{ label: t("shell.automations") }]);
  useCommands([
    mayCreate && {
      id: "automations.new",
      label: t("automations.new"),
      group: "create",
      shortcut: "N",
      run: () => setMaking(true),
    },
  ]);
  if (!automations)
    return error ? <Failure error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={8} rowHeight="64px" />;
  const shown = automations.filter(
    (one) =>
      (state === undefined || stateOf(one) === state) &&
      (typeId === undefined || one.cardTypeId === typeId) &&
      (query.trim() === "" || fitsName(one.name, query.trim())),
  );
  const make = mayCreate && (
    <Button variant="primary" icon={add} onPress={() => setMaking(true)}>
      {t("automations.new")}
    </Button>
  );
  return (
    <div className={styles.page}>
      <header className={styles.pageHead}>
        <h1 className={styles.pageTitle}>{t("shell.automations")}</h1>
        <div className={styles.pageActions}>
          {automations.length > 0 && <PauseSwitch />}
          {automations.length > 0 && (
            <div className={styles.search}>
              <SearchInput label={t("automations.search")} value={query} onChange={(next) => change({ query: next })} />
            </div>
          )}
          {automations.length > 0 && make}
        </div>
      </header>
      <PauseBanner />
      <LimitNotice limit="automationRunsPerMonth" isOnce />
      {automations.length > 0 && elsewhere && (
        <p className={styles.elsewhere}>
          <Icon of={desktop} />
          <span>{elsewhere}</span>
        </p>
      )}
      <div className={styles.listed}>
        {automations.length === 0 ? (
          <EmptyState icon={flash} title={t("automations.none")} actions={make} note={elsewhere}>
            {t("automations.none.about")}
          </EmptyState>
        ) : shown.length === 0 ? (
          <EmptyState
            icon={searchIcon}
            title={t("automations.noneFound")}
            actions={
              <Button onPress={() => change({ state: undefined, typeId: undefined, query: "" })}>
                {t("automations.showAll")}
              </Button>
            }
          />
        ) : (
          <AutomationList automations={automations} shown={shown} isSearched={query.trim() !== ""} />
        )}
      </div>
      {isMaking && mayCreate && <NewAutomation typeId={typeId} onClose={() => setMaking(false)} />}
    </div>
  );
}
