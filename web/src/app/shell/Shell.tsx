import { Outlet, useRouter, useRouterState } from "@tanstack/react-router";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { RouterProvider } from "react-aria-components";
import { NewRecord } from "../../features/cards/NewRecord.tsx";
import { openNewRecord } from "../../features/records/new-record.ts";
import { useWatched } from "../../features/operations/watched.ts";
import { PaletteHost } from "../../features/palette/PaletteHost.tsx";
import { sayTrialOver } from "../../lib/failures.ts";
import { LanguageProvider, useT, withWords } from "../../lib/i18n.tsx";
import { later } from "../../lib/later.tsx";
import { startLive } from "../../lib/live/live.ts";
import { meOptions, type Me, useCorrections } from "../../lib/session.ts";
import { afterFirstScreen } from "../../lib/warm-up.ts";
import { InSheet } from "../../ui/pages/in-sheet.ts";
import { ContactUs } from "../../features/support/ContactUs.tsx";
import { useArea, useRoomToFloat } from "./areas/area.ts";
import { Panel } from "./panel/Panel.tsx";
import { NewRecordButton } from "./NewRecordButton.tsx";
import { PartMissing } from "./PartMissing.tsx";
import { Rail } from "./rail/Rail.tsx";
import styles from "./Shell.module.css";
import { TabBar } from "./TabBar.tsx";
import { TopBar } from "./TopBar.tsx";
import { trialOf } from "./rail/trial.ts";
import { useLiveRights } from "./useLiveRights.ts";

const Expired = later(async () => (await import("./Expired.tsx")).Expired);
const BulkProgress = later(
  async () => (await withWords(["changes"], import("../../features/operations/BulkProgress.tsx"))).BulkProgress,
);
const Acting = later(async () => (await withWords(["admin", "roles"], import("./Acting.tsx"))).Acting);
/** Loaded later. */
const LimitBanner = later(async () => {
  await new Promise<void>(afterFirstScreen);
  return (await withWords(["plans"], import("../../features/billing/LimitBanner.tsx"))).LimitBanner;
});
/** Loaded later: there is nothing to undo while the first screen is being drawn. */
const UndoKeys = later(async () => (await import("./undo/UndoKeys.tsx")).UndoKeys);
const Reminders = later(async () => (await withWords(["reminders"], import("../../features/reminders/Reminders.tsx"))).Reminders);
const Arrivals = later(
  async () => (await withWords(["notifications"], import("../../features/notifications/Arrivals.tsx"))).Arrivals,
);
const SheetExtras = later(async () => (await import("./SheetExtras.tsx")).SheetExtras);
const PanelFlyout = later(async () => (await import("./panel/PanelFlyout.tsx")).PanelFlyout);

export function Shell() {
  const { data: me } = useQuery(meOptions());
  const corrections = useCorrections();
  // The route lets nobody in without an answer; there is none only in the moment after sign-out.
  return me ? <Frame key={corrections} me={me} /> : null;
}

/** Open after the trial has ended: the plans, and the profile with the person's own data. */
const afterTrial: ReadonlySet<string> = new Set(["/settings/plan-and-billing", "/settings/user"]);

function Frame({ me }: { me: Me }) {
  const t = useT();
  const router = useRouter();
  const [hasFirstScreen, setFirstScreen] = useState(false);
  const [isPanelOpen, setPanelOpen] = useState(false);
  const trial = trialOf(me.plan);
  const isOpenAfterTrial = useRouterState({ select: ({ location }) => afterTrial.has(location.pathname) });
  const isOver = trial?.isExpired ?? false;
  const area = useArea();
  const hasRoomToFloat = useRoomToFloat();

  useEffect(() => (isOver ? undefined : startLive()), [isOver]);
  useEffect(() => sayTrialOver(isOver), [isOver]);
  useEffect(() => afterFirstScreen(async () => setFirstScreen(true)), []);
  useLiveRights();
  const isWorking = useWatched().length > 0;

  return (
    <RouterProvider navigate={(href) => void router.navigate({ href })}>
      <LanguageProvider of={me.organization}>
        <div className={styles.frame} data-shell>
          <a className={styles.skip} href="#content">
            {t("shell.skipToContent")}
          </a>
          {(me.impersonatedUntil ?? me.viewAs) && <Acting me={me} />}
          {me.permissions["ORGANIZATION.read"] && <LimitBanner />}
          <div className={styles.shell}>
            <Rail me={me} trial={trial} />
            <aside className={styles.panel} aria-label={t(`shell.${area}`)}>
              <Panel onNewRecord={openNewRecord} />
            </aside>
            <TopBar
              isStanding={hasFirstScreen}
              hasPresence={me.plan?.capabilities.includes("livePresence") ?? false}
              organizationName={me.organization?.name ?? ""}
              onOpenPanel={() => setPanelOpen(true)}
              onNewRecord={openNewRecord}
            />
            <main className={styles.sheet} id="content" tabIndex={-1}>
              <InSheet value>{isOver && !isOpenAfterTrial ? <Expired /> : <Outlet />}</InSheet>
              <PartMissing />
              {hasFirstScreen && <SheetExtras />}
            </main>
            <TabBar me={me} />
          </div>
        </div>
        {hasRoomToFloat && <NewRecordButton look="floating" onPress={openNewRecord} />}
        {isPanelOpen && <PanelFlyout onClose={() => setPanelOpen(false)} />}
        {isWorking && <BulkProgress />}
        <NewRecord />
        {hasFirstScreen && <UndoKeys />}
        {hasFirstScreen && !isOver && <Reminders />}
        {hasFirstScreen && !isOver && <Arrivals />}
        <PaletteHost />
        <ContactUs />
      </LanguageProvider>
    </RouterProvider>
  );
}
