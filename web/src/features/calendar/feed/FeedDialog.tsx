import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { later } from "../../../lib/later.tsx";
import { trpc } from "../../../lib/api.ts";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { useCan } from "../../../lib/permissions.ts";
import { queryClient } from "../../../lib/query-client.ts";
import { Button } from "../../../ui/actions/Button.tsx";
import { Skeleton } from "../../../ui/feedback/Skeleton.tsx";
import { showToast } from "../../../lib/toasts/toasts.ts";
import { Switch } from "../../../ui/inputs/Switch.tsx";
import { TextField } from "../../../ui/inputs/TextField.tsx";
import { Dialog } from "../../../ui/overlays/Dialog.tsx";
import styles from "./FeedDialog.module.css";

const Failure = later(async () => (await import("../../../ui/pages/Failure.tsx")).default);

/** The link by which other programs show one's own calendar: made, copied, replaced and removed here. */
export function FeedDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const can = useCan();
  const format = useFormat();
  const { data, error, refetch } = useQuery(trpc.calendarFeed.get.queryOptions({}));
  const [asked, ask] = useState<"new" | "remove">();
  const key = trpc.calendarFeed.get.queryKey({});
  const renew = useMutation(
    trpc.calendarFeed.renew.mutationOptions({
      onSuccess(feed) {
        queryClient.setQueryData(key, feed);
        ask(undefined);
        showToast({ tone: "success", title: t("calendar.feed.made") });
      },
    }),
  );
  const remove = useMutation(
    trpc.calendarFeed.remove.mutationOptions({
      onSuccess(feed) {
        queryClient.setQueryData(key, feed);
        ask(undefined);
        showToast({ tone: "success", title: t("calendar.feed.removed") });
      },
    }),
  );
  const choose = useMutation(
    trpc.calendarFeed.update.mutationOptions({ onSuccess: (feed) => queryClient.setQueryData(key, feed) }),
  );
  async function copy(url: string) {
    await navigator.clipboard.writeText(url);
    showToast({ tone: "success", title: t("calendar.feed.copied") });
  }
  if (asked)
    return (
      <Dialog
        key={asked}
        isOpen
        role="alertdialog"
        title={t(`calendar.feed.${asked}.question`)}
        onClose={() => ask(undefined)}
        footer={
          <>
            <Button size={32} onPress={() => ask(undefined)}>
              {t("common.cancel")}
            </Button>
            <Button
              size={32}
              variant="danger"
              autoFocus
              isPending={renew.isPending || remove.isPending}
              onPress={() => (asked === "new" ? renew : remove).mutate({})}
            >
              {t(`calendar.feed.${asked}`)}
            </Button>
          </>
        }
      >
        <p>{t(`calendar.feed.${asked}.note`)}</p>
      </Dialog>
    );
  const url = data?.url;
  return (
    <Dialog
      isOpen
      size={560}
      title={t("calendar.feed")}
      onClose={onClose}
      footerStart={
        url && (
          <div className={styles.changes}>
            <Button size={32} onPress={() => ask("new")}>
              {t("calendar.feed.new")}
            </Button>
            <Button size={32} onPress={() => ask("remove")}>
              {t("calendar.feed.remove")}
            </Button>
          </div>
        )
      }
      footer={
        url ? (
          <Button key="copy" size={32} variant="primary" autoFocus onPress={() => void copy(url)}>
            {t("calendar.feed.copy")}
          </Button>
        ) : (
          data && (
            <Button key="make" size={32} variant="primary" autoFocus onPress={() => renew.isPending || renew.mutate({})}>
              {t("calendar.feed.make")}
            </Button>
          )
        )
      }
    >
      <div className={styles.body}>
        <p>{t("calendar.feed.about")}</p>
        {error ? (
          <Failure error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <Skeleton />
        ) : (
          url && (
            <>
              <TextField
                label={t("calendar.feed.link")}
                description={data.madeAt ? t("calendar.feed.since", { day: format.date(data.madeAt) }) : undefined}
                textDirection="ltr"
                value={url}
                isReadOnly
                onFocus={({ target }) => target instanceof HTMLInputElement && target.select()}
              />
              <p>{t("calendar.feed.secret")}</p>
              {can(["TASKS", "read"]) && (
                <Switch isSelected={data.includesTasks} onChange={(includesTasks) => choose.mutate({ includesTasks })}>
                  {t("calendar.feed.tasks")}
                </Switch>
              )}
            </>
          )
        )}
      </div>
    </Dialog>
  );
}
