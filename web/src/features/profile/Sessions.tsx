import laptop from "@fluentui/svg-icons/icons/laptop_20_regular.svg?icon";
import phone from "@fluentui/svg-icons/icons/phone_20_regular.svg?icon";
import { useMutation, useQuery } from "@tanstack/react-query";
import { trpc } from "../../lib/api.ts";
import { useFormat, useT } from "../../lib/i18n.tsx";
import { queryClient } from "../../lib/query-client.ts";
import type { RouterOutputs } from "../../lib/types.ts";
import { Button } from "../../ui/actions/Button.tsx";
import { Icon } from "../../ui/display/Icon.tsx";
import { Ltr } from "../../ui/display/Num.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { deviceOf } from "@kartis/core/kernel/device.ts";
import styles from "./ProfilePage.module.css";

type Session = RouterOutputs["identity"]["sessions"][number];

const refresh = () => queryClient.invalidateQueries(trpc.identity.sessions.pathFilter());

/** Sessions of the person, this browser's first; each can be ended, or all others together. */
export function Sessions() {
  const t = useT();
  const { data: sessions } = useQuery(trpc.identity.sessions.queryOptions({}, { staleTime: 0 }));
  const endOthers = useMutation(trpc.identity.endOtherSessions.mutationOptions({ onSettled: refresh }));
  if (!sessions) return <SkeletonRows rows={2} columns={["24px", "1fr", "80px"]} />;
  const ordered = sessions.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
  return (
    <>
      <ul className={styles.rows}>
        {ordered.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      {sessions.length > 1 && (
        <div>
          <Button isPending={endOthers.isPending} onPress={() => endOthers.mutate({})}>
            {t("security.sessions.endOthers")}
          </Button>
        </div>
      )}
    </>
  );
}

function SessionRow({ session }: { session: Session }) {
  const t = useT();
  const format = useFormat();
  const end = useMutation(trpc.identity.endSession.mutationOptions({ onSettled: refresh }));
  const { browser, system, isHandheld } = deviceOf(session.userAgent);
  const name =
    browser && system ? t("security.device", { browser, system }) : (browser ?? system ?? t("security.device.unknown"));
  return (
    <li className={styles.row}>
      <Icon of={isHandheld ? phone : laptop} />
      <div className={styles.words}>
        <span className={styles.device}>{name}</span>
        <span className={styles.line}>
          {session.isCurrent
            ? t("security.sessions.current")
            : t("security.sessions.lastUsed", { when: format.relative(session.lastUsedAt) })}
          {" · "}
          <Ltr>{session.address}</Ltr>
        </span>
      </div>
      {!session.isCurrent && (
        <Button
          aria-label={t("security.sessions.end", { device: name })}
          isPending={end.isPending}
          onPress={() => end.mutate({ sessionId: session.id })}
        >
          {t("shell.signOut")}
        </Button>
      )}
    </li>
  );
}
