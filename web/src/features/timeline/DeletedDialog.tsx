import type { Card } from "@kartis/core/cards/schema.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { trpc } from "../../lib/api.ts";
import { useT } from "../../lib/i18n.tsx";
import { textDirection } from "../../lib/text-direction.ts";
import { Button } from "../../ui/actions/Button.tsx";
import { ErrorState } from "../../ui/feedback/EmptyState.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { Dialog } from "../../ui/overlays/Dialog.tsx";
import { TrashedRow } from "../trash/ActivityTrash.tsx";
import { OtherTrashes } from "../trash/OtherTrashes.tsx";
import trashStyles from "../trash/trash.module.css";
import { restoreWritten } from "./changes/written.ts";
import { useAuthor } from "./entries/useAuthor.ts";
import type { Written } from "./pending.ts";
import { RichTextView } from "./RichTextView.tsx";

/** What was written on a card and deleted, and the way back. */
export function DeletedDialog({ card, onClose }: { card: Card; onClose: () => void }) {
  const t = useT();
  const query = useInfiniteQuery(
    trpc.timeline.trash.infiniteQueryOptions(
      { cardId: card.id },
      { getNextPageParam: (page) => page.nextCursor, staleTime: 0, meta: { quiet: true, private: true } },
    ),
  );
  // Tasks and meetings have a trash of their own.
  const rows = query.data?.pages.flatMap((page) => page.rows.filter((one) => one.type !== "TASK" && one.type !== "MEETING"));
  return (
    <Dialog isOpen size={560} title={t("timeline.deletedOnes")} onClose={onClose}>
      {query.error && !rows ? (
        <ErrorState
          error={query.error}
          level={3}
          actions={<Button onPress={() => void query.refetch()}>{t("common.tryAgain")}</Button>}
        />
      ) : !rows ? (
        <SkeletonRows rows={3} />
      ) : rows.length === 0 ? (
        <p>{t("timeline.deletedOnes.none")}</p>
      ) : (
        <ul className={trashStyles.rows}>
          {rows.map(({ type, value }) => {
            const what = t(`timeline.trashed.${type}`);
            return (
              <TrashedRow
                key={value.id}
                name={what}
                trashedAt={value.trashedAt ?? value.updatedAt}
                facts={
                  <>
                    {what}
                    {", "}
                    <Author value={value} />
                    {" · "}
                  </>
                }
                onRestore={() => void restoreWritten(value)}
              >
                <Words value={value} />
              </TrashedRow>
            );
          })}
        </ul>
      )}
      {query.hasNextPage && (
        <Button isPending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
          {t("common.more")}
        </Button>
      )}
      <OtherTrashes />
    </Dialog>
  );
}

function Author({ value }: { value: Written }) {
  return <bdi>{useAuthor(value).actor}</bdi>;
}

/** What it says. */
function Words({ value }: { value: Written }) {
  if ("subject" in value) return <bdi dir={textDirection(value.subject)}>{value.subject}</bdi>;
  if ("reactions" in value) return <RichTextView text={value.body} />;
  const text = "note" in value ? value.note : value.text;
  return <span dir={textDirection(text ?? "")}>{text}</span>;
}
