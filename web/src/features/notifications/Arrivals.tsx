import { chatPathOf } from "@kartis/core/notifications/rules.ts";
import { groupsOf } from "@kartis/core/notifications/wording/groups.ts";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef } from "react";
import { trpc } from "../../lib/api.ts";
import { useLive } from "../../lib/live/live.ts";
import { useT } from "../../lib/i18n.tsx";
import { isolated, textDirection } from "../../lib/text-direction.ts";
import { showToast } from "../../lib/toasts/toasts.ts";
import { currentViewer, queryClient } from "../../lib/query-client.ts";
import { useIsLeader } from "../../lib/device/leader.ts";
import { onPressed, reconcile } from "./browser-push.ts";
import { useNotifications } from "../unread/queries.ts";
import { loadReasons, reasonAreas } from "./reason-words.ts";
import { useNotificationWords } from "./useNotificationWords.ts";

/** Kinds that are shown elsewhere on the screen: reminders, the end of an import, plan limits. */
const shownElsewhere: ReadonlySet<string> = new Set(["taskReminder", "meetingReminder", "importDone", "planLimit"]);

/** Shows new notifications in the visible page; if there is none, the browser shows them (`service-worker.js`). Renders nothing. */
export function Arrivals() {
  const t = useT();
  const router = useRouter();
  const wordsOf = useNotificationWords();
  const isLeader = useIsLeader(`kartis-arrivals:${currentViewer()}`);
  const { data } = useNotifications("all", 50);
  /** The newest that is known. */
  const known = useRef<string>(undefined);
  const rows = data?.rows;

  // New members soon act: show them by name, and not as former members.
  useLive(({ action }) => {
    if (action.startsWith("member.")) void queryClient.invalidateQueries(trpc.members.list.pathFilter());
  }, "alsoHidden");

  const go = (href: string) => void router.navigate({ href });
  const say = useEffectEvent(() => {
    if (!rows) return;
    const before = known.current;
    known.current = rows[0]?.id ?? before ?? "";
    if (before === undefined || !isLeader || document.hidden) return;
    const isOnScreen = (path: string | undefined) => router.state.location.pathname === path;
    const fresh = rows.filter(
      ({ id, isRead, kind, details }) =>
        id > before && !isRead && !shownElsewhere.has(kind) && !isOnScreen(chatPathOf({ kind, details })),
    );
    const [group] = groupsOf(fresh);
    if (!group || !data) return;
    const show = () => {
      const { text, detail, href } = wordsOf(group, data.cards);
      const action = { label: t("common.open"), run: () => go(href) };
      showToast({
        tone: "info",
        title: text,
        ...(detail ? { message: isolated(detail, textDirection(detail)) } : {}),
        action,
        givesWay: true,
      });
    };
    if (reasonAreas(group.entries).length === 0) show();
    else void loadReasons(group.entries).then(show);
  });
  useEffect(() => say(), [rows]);

  const press = useEffectEvent(go);
  useEffect(() => onPressed((path) => press(path)), []);
  useEffect(() => void reconcile().catch(() => undefined), []);
  return null;
}
