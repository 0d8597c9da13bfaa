import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { client, trpc } from "../../../lib/api.ts";
import { reportFailure } from "../../../lib/failures.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { Bdi, Mono } from "../../../ui/display/Num.tsx";
import { ErrorState } from "../../../ui/feedback/EmptyState.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { showToast } from "../../../lib/toasts/toasts.ts";
import { Dialog } from "../../../ui/overlays/Dialog.tsx";
import { DeliveryState } from "./DeliveryState.tsx";
import { useEventName } from "./event-name.ts";
import { type DeliveryDetails, type Endpoint, refreshWebhooks } from "./queries.ts";
import { useInstants } from "./useInstants.ts";
import styles from "./webhooks.module.css";

/** While it waits for its next attempt. */
const refreshMs = 1_000;

interface DeliveryDialogProps {
  endpoint: Endpoint;
  /** Id of a message, or the test that was just sent. */
  opened: string | DeliveryDetails;
  onClose: () => void;
}

/** One delivery: its last request and response, and a button to resend it. */
export function DeliveryDialog({ endpoint, opened, onClose }: DeliveryDialogProps) {
  const t = useT();
  const { id: endpointId } = endpoint;
  const nameOf = useEventName();
  const [isPending, setPending] = useState(false);
  const test = typeof opened === "string" ? undefined : opened;
  const messageId = typeof opened === "string" ? opened : opened.messageId;
  const { data, error, refetch } = useQuery({
    ...trpc.webhooks.delivery.queryOptions(
      { endpointId, messageId },
      {
        staleTime: 0,
        refetchInterval: ({ state: { data: known } }) => known?.state === "waiting" && refreshMs,
        meta: { quiet: true },
      },
    ),
    ...(test ? { initialData: test } : {}),
  });
  const isWaiting = data?.state === "waiting";
  async function sendAgain() {
    setPending(true);
    try {
      await client.webhooks.resend.mutate({ endpointId, messageId });
      await refreshWebhooks();
      showToast({ tone: "success", title: t(isWaiting ? "webhooks.sentNow" : "webhooks.resent") });
      onClose();
    } catch (failure) {
      setPending(false);
      reportFailure(failure);
    }
  }
  const isTest = data?.event === "webhook.test";
  return (
    <Dialog
      title={data ? nameOf(data.event) : t("webhooks.log")}
      isOpen
      size={760}
      onClose={onClose}
      footer={
        <>
          <Button size={32} onPress={onClose}>
            {t("common.close")}
          </Button>
          {data && !isTest && (
            <Button
              size={32}
              variant="primary"
              isPending={isPending}
              // Nothing is sent until it is resumed; then this one is.
              isDisabled={isWaiting && endpoint.state !== "active"}
              onPress={() => void sendAgain()}
            >
              {t(isWaiting ? "webhooks.resendNow" : "webhooks.resend")}
            </Button>
          )}
        </>
      }
    >
      {data ? (
        <Details delivery={data} />
      ) : error ? (
        <ErrorState error={error} actions={<Button onPress={() => void refetch()}>{t("common.tryAgain")}</Button>} />
      ) : (
        <SkeletonRows rows={6} columns={["1fr"]} />
      )}
    </Dialog>
  );
}

function Details({ delivery }: { delivery: DeliveryDetails }) {
  const t = useT();
  const instants = useInstants();
  const { messageId, createdAt, lastAt, nextAt, attempts, status, durationMs, reason, request, answer } = delivery;
  const facts = [
    [t("webhooks.column.state"), <DeliveryState key="state" delivery={delivery} />],
    [t("webhooks.messageId"), <Mono key="id">{messageId}</Mono>],
    [t("webhooks.happenedAt"), instants.instant(createdAt)],
    [t("webhooks.column.attempts"), String(attempts)],
    [t("webhooks.lastAt"), lastAt ? instants.instant(lastAt) : "–"],
    [t("webhooks.column.duration"), durationMs === null ? "–" : <Bdi key="duration">{instants.milliseconds(durationMs)}</Bdi>],
    ...(nextAt ? [[t("webhooks.nextAt"), instants.instant(nextAt)] as const] : []),
  ] as const;
  return (
    <div className={styles.form}>
      {reason && (
        <p className={styles.failure} role="status">
          {t(`webhooks.reason.${reason}`, { status: status ?? 0 })}
        </p>
      )}
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className={styles.quiet}>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Message
        title={t("webhooks.request")}
        headers={request?.headers}
        body={request && pretty(request.body)}
        none={t("webhooks.request.none")}
      />
      <Message
        title={t("webhooks.answer")}
        headers={answer?.headers}
        body={answer?.body}
        none={t("webhooks.answer.none")}
        note={answer?.isCut ? t("webhooks.answer.cut") : undefined}
      />
    </div>
  );
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

interface MessageProps {
  title: string;
  headers: Readonly<Record<string, string>> | undefined;
  body: string | null | undefined;
  none: string;
  note?: string | undefined;
}

function Message({ title, headers, body, none, note }: MessageProps) {
  const t = useT();
  const id = useId();
  return (
    <section className={styles.message} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {headers ? (
        <>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by the keyboard */}
          <pre className={styles.headers} dir="ltr" tabIndex={0} aria-label={t("webhooks.headers")}>
            {Object.entries(headers)
              .map(([name, value]) => `${name}: ${value}`)
              .join("\n")}
          </pre>
          {body && (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by the keyboard
            <pre className={styles.body} dir="ltr" tabIndex={0} aria-label={t("webhooks.body")}>
              {body}
            </pre>
          )}
          {note && <p className={styles.quiet}>{note}</p>}
        </>
      ) : (
        <p className={styles.quiet}>{none}</p>
      )}
    </section>
  );
}
