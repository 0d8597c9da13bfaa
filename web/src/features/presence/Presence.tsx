import { useQuery } from "@tanstack/react-query";
import { useRouterState } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { Button } from "react-aria-components/Button";
import { Dialog, DialogTrigger } from "react-aria-components/Dialog";
import { trpc } from "../../lib/api.ts";
import { useT } from "../../lib/i18n.tsx";
import { announce, usePresent } from "../../lib/live/live.ts";
import { meOptions } from "../../lib/session.ts";
import { People } from "../../ui/display/Avatar.tsx";
import { Popover } from "../../ui/overlays/Popover.tsx";
import { useMembers, useVisitors } from "../people/people.ts";
import styles from "./presence.module.css";
import { PresenceList } from "./PresenceList.tsx";
import { RecentChanges } from "./RecentChanges.tsx";

/** While the list is open it polls where everybody is; without a socket it also polls who is here. */
const [lookedAtMs, deafMs] = [5_000, 60_000];
/** By then a working socket has reported who is online. */
const patienceMs = 5_000;

/** People who are online, in the top bar: their avatars, and in the popover their location and the latest changes. */
export function Presence() {
  const t = useT();
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const [isOpen, setOpen] = useState(false);
  const isInPlan = useQuery(meOptions()).data?.plan?.capabilities.includes("livePresence") ?? false;
  const reported = useReportedPeople();
  const { data: places } = useQuery(
    trpc.presence.list.queryOptions(
      {},
      {
        enabled: isInPlan && (isOpen || reported === "nothing"),
        staleTime: 0,
        refetchInterval: isOpen ? lookedAtMs : deafMs,
        meta: { quiet: true },
      },
    ),
  );
  useEffect(() => announce(pathname), [pathname]);
  const people = typeof reported === "object" ? reported : (places ?? []);
  if (!isInPlan || people.length === 0) return null;
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
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
              <PresenceList people={places ?? []} onLeave={close} />
              <RecentChanges />
            </>
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

interface Person {
  readonly userId: string;
  readonly name: string;
  readonly avatarId: string | null;
}

/** The people the socket has reported; "nothing" once it has stayed silent for too long. */
function useReportedPeople(): readonly Person[] | "nothing" | undefined {
  const present = usePresent();
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  const members = useMembers();
  const visitors = useVisitors();
  if (!present) return isLate ? "nothing" : undefined;
  return present.flatMap((userId) => {
    const member = members.find((one) => one.userId === userId);
    const visitor = visitors?.find((one) => one.userId === userId);
    return member ?? (visitor ? { ...visitor, avatarId: null } : []);
  });
}
