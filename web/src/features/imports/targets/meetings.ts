import { meetingsAsTarget } from "@kartis/core/imports/targets/fields/meetings.ts";
import { useT } from "../../../lib/i18n.tsx";
import { useCan } from "../../../lib/permissions.ts";
import { refreshMeetings } from "../../calendar/changes/refresh.ts";
import { zone } from "../../dates/days.ts";
import { useActivityWords } from "./activity-words.ts";
import type { ImportTarget } from "./target.ts";

/** Meetings. */
export function useMeetingTarget(): ImportTarget {
  const t = useT();
  const can = useCan();
  return {
    ...meetingsAsTarget(t),
    id: "meetings",
    name: t("imports.meetings"),
    listHref: "/calendar",
    crumbs: [{ label: t("shell.calendar"), href: "/calendar" }],
    href: "/calendar/import",
    limit: null,
    timeZone: zone,
    notes: [t("imports.meetings.noInvitations"), t("imports.timesIn", { zone })],
    mayTakeBack: () => can(["MEETINGS", "delete"]),
    refresh: () => void refreshMeetings(),
    words: useActivityWords("meetings"),
  };
}
