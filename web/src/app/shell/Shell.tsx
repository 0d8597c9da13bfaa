import { Outlet, useRouter, useRouterState } from "@tanstack/react-router";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { RouterProvider } from "react-aria-components";
import { NewRecord } from "../../features/cards/NewRecord.tsx";
import { openNewRecord } from "../../features/cards/new-record.ts";
import { useWatched } from "../../features/changes/operations.ts";
import { useUndoKeys } from "../../features/changes/useUndoKeys.ts";
import { PaletteHost } from "../../features/palette/PaletteHost.tsx";
import { LanguageProvider, useT, withWords } from "../../lib/i18n.tsx";
import { later } from "../../lib/later.tsx";
import { startLive } from "../../lib/live.ts";
import { meOptions, type Me } from "../../lib/session.ts";
import { afterFirstScreen } from "../../lib/warm-up.ts";
import { InSheet } from "../in-sheet.ts";
import { ContactUs } from "../../features/support/ContactUs.tsx";
import { ContactUsButton } from "./ContactUsButton.tsx";
import { useArea, useRoomToFloat } from "./area.ts";
import { Panel } from "./Panel.tsx";
import { NewRecordButton } from "./NewRecordButton.tsx";
import { Rail } from "./Rail.tsx";
import styles from "./Shell.module.css";
import { TabBar } from "./TabBar.tsx";
import { TopBar } from "./TopBar.tsx";
import { trialOf } from "./trial.ts";

const Expired = later(async () => (await import("./Expired.tsx")).Expired);
const BulkProgress = later(
  async () => (await withWords(["changes"], import("../../features/changes/BulkProgress.tsx"))).BulkProgress,
);
const Acting = later(async () => (await withWords(["admin", "roles"], import("./Acting.tsx"))).Acting);
/** Nobody waits for it. */
const LimitBanner = later(async () => {
  await new Promise<void>(afterFirstScreen);
  return (await withWords(["plans"], import("../../features/billing/LimitBanner.tsx"))).LimitBanner;
});
const PanelFlyout = later(async () => (await import("./PanelFlyout.tsx")).PanelFlyout);

export function Shell() {
  const { data: me } = useQuery(meOptions());
  // The route lets nobody in without an answer; there is none only in the moment after sign-out.
  return me ? <Frame me={me} /> : null;
}

function Frame({ me }: { me: Me }) {
  const t = useT();
  const router = useRouter();
  const [isPanelOpen, setPanelOpen] = useState(false);
  const trial = trialOf(me.plan);
  // The way out of an ended trial.
  const isPlanPage = useRouterState({ select: ({ location }) => location.pathname === "/settings/plan-and-billing" });
  const area = useArea();
  const hasRoomToFloat = useRoomToFloat();

  useEffect(() => startLive(), []);
  useUndoKeys();
  const isWorking = useWatched().length > 0;

  return (
    <RouterProvider navigate={(href) => void router.navigate({ href })}>
      <LanguageProvider timeZone={me.organization?.timeZone}>
        <div className={styles.frame}>
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
              hasPresence={me.plan?.capabilities.includes("livePresence") ?? false}
              organizationName={me.organization?.name ?? ""}
              onOpenPanel={() => setPanelOpen(true)}
            />
            <main className={styles.sheet} id="content" tabIndex={-1}>
              <InSheet value>{trial?.isExpired && !isPlanPage ? <Expired /> : <Outlet />}</InSheet>
            </main>
            <TabBar me={me} />
          </div>
        </div>
        <ContactUsButton look="floating" />
        {hasRoomToFloat && <NewRecordButton look="floating" onPress={openNewRecord} />}
        {isPanelOpen && <PanelFlyout onClose={() => setPanelOpen(false)} />}
        {isWorking && <BulkProgress />}
        <NewRecord />
        <PaletteHost />
        <ContactUs />
      </LanguageProvider>
    </RouterProvider>
  );
}
