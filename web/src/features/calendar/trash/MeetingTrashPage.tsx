import type { Meeting, MeetingWithCards } from "@kartis/core/activities/meetings/meeting.ts";
import { isDay } from "@kartis/core/cards/fields/day.ts";
import { trashDays } from "@kartis/core/cards/trash/rules.ts";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { trpc } from "../../../lib/api.ts";
import { useCrumbs } from "../../../lib/pages/crumbs.ts";
import { useFormatHere, useT } from "../../../lib/i18n.tsx";
import { useCan } from "../../../lib/permissions.ts";
import { queryClient } from "../../../lib/query-client.ts";
import { meOptions } from "../../../lib/session.ts";
import { useTitle } from "../../../lib/pages/title.ts";
import { DeniedState } from "../../../ui/feedback/EmptyState.tsx";
import { ActivityTrash, TrashedRow } from "../../trash/ActivityTrash.tsx";
import { restoreMeeting } from "../changes/meetings.ts";
import { useLiveMeetings } from "../live.ts";
import { meetingOptions } from "../queries.ts";
import { calendarHref } from "../search.ts";
import { hasGuestsToTell } from "../series/question.ts";
import { RestoreDialog } from "./RestoreDialog.tsx";

/** `/calendar/trash`: meetings that were deleted, and the way back. */
export function MeetingTrashPage() {
  const t = useT();
  const can = useCan();
  const { data: me } = useQuery(meOptions());
  useTitle(t("shell.trash"));
  useCrumbs([{ label: t("shell.calendar"), href: calendarHref({}) }, { label: t("shell.trash") }]);
  return me && !can(["MEETINGS", "delete"]) ? <DeniedState level={1} /> : <MeetingTrash />;
}

function MeetingTrash() {
  const t = useT();
  const format = useFormatHere();
  const [search, setSearch] = useState("");
  const asked = useDeferredValue(search);
  const [asking, setAsking] = useState<MeetingWithCards>();
  const query = useInfiniteQuery(
    trpc.meetings.trash.infiniteQueryOptions(
      { search: asked },
      {
        getNextPageParam: (page) => page.nextCursor,
        placeholderData: keepPreviousData,
        staleTime: 0,
        meta: { quiet: true, private: true },
      },
    ),
  );
  useLiveMeetings();
  const cardOf = ({ cardId }: Meeting) =>
    cardId ? query.data?.pages.map(({ cards }) => cards[cardId]?.name).find((name) => name !== undefined) : undefined;

  async function restore(meeting: Meeting) {
    const found =
      meeting.guests.length > 0 && (await queryClient.fetchQuery(meetingOptions(meeting.id, undefined)).catch(() => undefined));
    const isAsked = found && found.guestsWithAddress > 0 && found.occurrence && hasGuestsToTell(found.occurrence);
    if (isAsked) setAsking(found);
    else await restoreMeeting(meeting);
  }
  return (
    <>
      <ActivityTrash
        pages={query}
        rows={query.data?.pages.flatMap((page) => page.rows)}
        total={query.data?.pages[0]?.total ?? 0}
        search={search}
        onSearch={setSearch}
        hint={t("calendar.trash.hint")}
        kept={t("calendar.trash.kept", { count: trashDays })}
      >
        {(meeting) => {
          const { id, title, start, repeat, trashedAt, updatedAt } = meeting;
          const when = isDay(start) ? format.day(start) : format.dateTime(start);
          const card = cardOf(meeting);
          return (
            <TrashedRow
              key={id}
              name={title}
              trashedAt={trashedAt ?? updatedAt}
              facts={
                <>
                  {repeat ? t("calendar.trash.series", { when }) : when}
                  {card && (
                    <>
                      {" · "}
                      <bdi>{card}</bdi>
                    </>
                  )}
                  {" · "}
                </>
              }
              onRestore={() => void restore(meeting)}
            >
              <bdi>{title}</bdi>
            </TrashedRow>
          );
        }}
      </ActivityTrash>
      {asking && <RestoreDialog meeting={asking} onClose={() => setAsking(undefined)} />}
    </>
  );
}
