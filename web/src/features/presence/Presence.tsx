import { useQuery } from "@tanstack/react-query";
import { useRouterState } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { Button } from "react-aria-components/Button";
import { Dialog, DialogTrigger } from "react-aria-components/Dialog";
import { trpc } from "../../lib/api.ts";
import { useT } from "../../lib/i18n.tsx";
import { announce, usePresence } from "../../lib/live.ts";
import { queryClient } from "../../lib/query-client.ts";
import { People } from "../../ui/Avatar.tsx";
import { Popover } from "../../ui/Popover.tsx";
import styles from "./presence.module.css";
import { PresenceList } from "./PresenceList.tsx";
import { RecentChanges } from "./RecentChanges.tsx";

/** Comings and goings within this time are one question. */
const gatherMilliseconds = 300;

const presenceOptions = () =>
  trpc.presence.list.queryOptions({}, { staleTime: 0, refetchInterval: 60_000, meta: { quiet: true } });

/** Who is here, in the top bar: their pictures, and in the popover where they are and what happened last. */
export function Presence() {
  const t = useT();
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const { data: people } = useQuery(presenceOptions());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => announce(pathname), [pathname]);
  useEffect(() => () => clearTimeout(timer.current), []);
  usePresence(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void queryClient.invalidateQueries(trpc.presence.list.pathFilter()), gatherMilliseconds);
  });
  if (!people || people.length === 0) return null;
  return (
    <DialogTrigger>
      <Button
        className={styles.button ?? ""}
        aria-label={t("presence.here", { count: people.length })}
        // SPEC section 2: active only when more than one is present.
        data-active={people.length > 1 || undefined}
      >
        <People
          people={people.map(({ userId, name, avatarId }) => ({
            id: userId,
            name,
            ...(avatarId ? { avatarUrl: `/files/${avatarId}?inline` } : {}),
          }))}
        />
      </Button>
      <Popover placement="bottom end">
        <Dialog className={styles.dialog ?? ""} aria-label={t("presence.title")}>
          {({ close }) => (
            <>
              <PresenceList people={people} onLeave={close} />
              <RecentChanges />
            </>
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
