import checkmark from "@fluentui/svg-icons/icons/mail_checkmark_20_regular.svg?icon";
import type { CardNames } from "@kartis/core/cards/schema.ts";
import { gmailReasons } from "@kartis/core/gmail/rules.ts";
import { whatsappFailures } from "@kartis/core/whatsapp/rules.ts";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { trpc } from "../../lib/api.ts";
import { useCrumbs } from "../../lib/pages/crumbs.ts";
import { useFormat, useT } from "../../lib/i18n.tsx";
import { useLive } from "../../lib/live/live.ts";
import { queryClient } from "../../lib/query-client.ts";
import { useTitle } from "../../lib/pages/title.ts";
import { Button } from "../../ui/actions/Button.tsx";
import { EmptyState, ErrorState } from "../../ui/feedback/EmptyState.tsx";
import { Pill } from "../../ui/display/Pill.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { showToast } from "../../lib/toasts/toasts.ts";
import { useCardHref } from "../records/card-href.ts";
import { RecordName } from "../records/RecordName.tsx";
import { Permitted } from "../settings/Permitted.tsx";
import settings from "../settings/settings.module.css";
import { SettingsHeader } from "../settings/SettingsHeader.tsx";
import styles from "./outgoing.module.css";
import { type Effect, useRecipient } from "./useRecipient.ts";

/** The list, and the invitations that it names. */
const refresh = () =>
  Promise.all([
    queryClient.invalidateQueries(trpc.members.invitations.pathFilter()),
    queryClient.invalidateQueries(trpc.outbound.list.pathFilter()),
  ]);

/** `/settings/outgoing`: messages that were not sent or may not have arrived, for somebody to decide about. */
export function OutgoingPage() {
  return (
    <Permitted right={["ORGANIZATION", "update"]}>
      <Page />
    </Permitted>
  );
}

function Page() {
  const t = useT();
  const { data, error, refetch } = useQuery(trpc.outbound.list.queryOptions({}, { staleTime: 0, meta: { quiet: true } }));
  useTitle(t("outgoing.title"));
  useCrumbs([{ label: t("settings.title"), href: "/settings" }, { label: t("outgoing.title") }]);
  const { list, note } = useNextRow(data?.effects);
  useLive((message) => {
    if (message.kind === "batch" || message.subject.kind === "effect") void refresh();
  });
  return (
    <div className={settings.page}>
      <SettingsHeader title={t("outgoing.title")} />
      <div className={settings.scroll}>
        {!data ? (
          error ? (
            <ErrorState error={error} actions={<Button onPress={() => void refetch()}>{t("common.tryAgain")}</Button>} />
          ) : (
            <SkeletonRows rows={4} columns={["2fr", "1fr", "1fr"]} />
          )
        ) : data.effects.length === 0 ? (
          <EmptyState icon={checkmark} title={t("outgoing.none")}>
            {t("outgoing.none.text")}
          </EmptyState>
        ) : (
          <>
            <p className={styles.intro}>{t("outgoing.intro")}</p>
            <ul ref={list} className={styles.list} aria-label={t("outgoing.all")}>
              {data.effects.map((effect) => (
                <EffectRow key={effect.id} effect={effect} cards={data.related} onDecide={() => note(effect.id)} />
              ))}
            </ul>
            {data.isMore && <p className={styles.quiet}>{t("outgoing.more", { count: data.effects.length })}</p>}
          </>
        )}
      </div>
    </div>
  );
}

/** The focus goes along with the row that is decided about: its button in the row that comes to that place, or in the last one, has it next. */
function useNextRow(effects: readonly Effect[] = []) {
  const list = useRef<HTMLUListElement>(null);
  const left = useRef<{ id: string; place: number; column: number }>(undefined);
  useEffect(() => {
    const { current } = left;
    if (!current || effects.some(({ id }) => id === current.id)) return;
    left.current = undefined;
    const rows = list.current?.children;
    const next = rows?.[Math.min(current.place, rows.length - 1)];
    next?.querySelectorAll("button")[current.column]?.focus();
  }, [effects]);
  const note = (id: string) => {
    const row = document.activeElement?.closest("li");
    const buttons = [...(row?.querySelectorAll("button") ?? [])];
    const column = buttons.findIndex((button) => button === document.activeElement);
    const place = effects.findIndex((effect) => effect.id === id);
    left.current = column < 0 ? undefined : { id, place, column };
  };
  return { list, note };
}

function EffectRow({ effect, cards, onDecide }: { effect: Effect; cards: CardNames; onDecide: () => void }) {
  const t = useT();
  const format = useFormat();
  const recipient = useRecipient(effect);
  const hrefOf = useCardHref();
  const decided = (title: string) => ({
    onSuccess: () => showToast({ tone: "success", title }),
    // Refused, it has been decided about by somebody else.
    onSettled: refresh,
  });
  const resend = useMutation(trpc.outbound.sendAgain.mutationOptions(decided(t("outgoing.sentAgain"))));
  const dismiss = useMutation(trpc.outbound.dismiss.mutationOptions(decided(t("outgoing.settled"))));
  const { id: effectId, purpose, state, reason, message, createdAt } = effect;
  const cardId = message?.cardId;
  const card = cardId ? cards[cardId] : undefined;
  const why =
    purpose === "whatsapp" || purpose === "whatsappMedia" ? whatsappFailures.find((known) => known === reason) : undefined;
  const whyOfGmail = purpose === "gmail" ? gmailReasons.find((known) => known === reason) : undefined;
  const what = [t(`outgoing.purpose.${purpose}`), recipient].filter(Boolean).join(", ");
  const settle = t(`outgoing.decide.${state}`);
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <span className={styles.name}>{t(`outgoing.purpose.${purpose}`)}</span>
        {recipient && <bdi className={styles.quiet}>{t("outgoing.to", { name: recipient })}</bdi>}
        {card && cardId && <RecordName name={card.name} href={hrefOf(cardId, card.typeId)} look="quiet" />}
        {message && message.text !== "" && (
          <span className={styles.text} dir="auto">
            {message.text}
          </span>
        )}
      </div>
      <div className={styles.state}>
        <Pill hue={state === "unknown" ? "orange" : "red"}>{t(`outgoing.state.${state}`)}</Pill>
        <time className={styles.quiet} dateTime={createdAt}>
          {format.relative(createdAt)}
        </time>
        {reason === "noFile" && !why && <span className={styles.quiet}>{t("outgoing.noFile")}</span>}
        {whyOfGmail && <span className={styles.quiet}>{t(`gmail.failure.${whyOfGmail}`)}</span>}
        {why && <span className={styles.quiet}>{t(`whatsapp.failure.${why}`)}</span>}
      </div>
      <div className={styles.actions}>
        <Button
          aria-label={t("outgoing.of", { action: t("outgoing.sendAgain"), what })}
          isPending={resend.isPending}
          onPress={() => {
            onDecide();
            resend.mutate({ effectId });
          }}
        >
          {t("outgoing.sendAgain")}
        </Button>
        <Button
          variant="ghost"
          aria-label={t("outgoing.of", { action: settle, what })}
          isPending={dismiss.isPending}
          onPress={() => {
            onDecide();
            dismiss.mutate({ effectId });
          }}
        >
          {settle}
        </Button>
      </div>
    </li>
  );
}
