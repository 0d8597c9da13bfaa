import type { CardId } from "@kartis/core/kernel/id.ts";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { type Language, languageNames } from "@kartis/i18n/languages.ts";
import { useRef, useState } from "react";
import { trpc } from "../../../lib/api.ts";
import { useT } from "../../../lib/i18n.tsx";
import { textDirection } from "../../../lib/text-direction.ts";
import { Button } from "../../../ui/actions/Button.tsx";
import { showToast } from "../../../lib/toasts/toasts.ts";
import { AttachedFiles } from "../../attachments/later.tsx";
import { CardChoice } from "./CardChoice.tsx";
import styles from "../message-templates.module.css";
import { type Draft, isWritten, type Template } from "../templates.ts";
import { useCardName } from "../useCardName.ts";
import { SizeOfSms } from "./SizeOfSms.tsx";
import { useSettled } from "./useSettled.ts";

interface PreviewProps extends Pick<Template, "channel" | "format" | "kind" | "cardTypeId"> {
  draft: Draft;
  language: Language;
}

/** Preview with a card's values, and the problems of the text. */
export function Preview({ draft, language, channel, format, kind, cardTypeId }: PreviewProps) {
  const t = useT();
  const [cardId, setCardId] = useState<CardId | null>(null);
  const [isChoosing, setChoosing] = useState(false);
  const anchor = useRef<HTMLSpanElement>(null);
  const cardName = useCardName(cardId);
  const text = useSettled(draft.texts[language]);
  const input = { ...text, channel, format, kind, language, cardTypeId, cardId };
  const { attachments } = draft;
  const { data } = useQuery(
    trpc.templates.preview.queryOptions(input, {
      enabled: isWritten(text),
      placeholderData: keepPreviousData,
      meta: { quiet: true },
    }),
  );
  const send = useMutation(
    trpc.templates.sendTest.mutationOptions({
      onSuccess: ({ to }) => showToast({ tone: "success", title: t("messageTemplates.test.sent", { to }) }),
    }),
  );
  const isShown = data && isWritten(text);
  const problems = isShown ? data.problems : [];
  return (
    <aside className={styles.preview} aria-label={t("messageTemplates.preview")}>
      <header className={styles.previewHead}>
        <h2>{t("messageTemplates.preview")}</h2>
        <span ref={anchor}>
          <Button onPress={() => setChoosing(true)}>{cardName ?? t("messageTemplates.preview.card")}</Button>
        </span>
      </header>
      {isChoosing && (
        <CardChoice anchor={anchor} typeId={cardTypeId} value={cardId} onChoose={setCardId} onClose={() => setChoosing(false)} />
      )}
      <div className={styles.previewBody} aria-live="polite">
        {!isShown ? (
          <p className={styles.quiet}>{t("messageTemplates.preview.empty", { language: languageNames[language] })}</p>
        ) : problems.length > 0 ? (
          <ul className={styles.problems}>
            {problems.map(({ part, messageKey, about }) => (
              <li key={part}>
                <strong>{t(`messageTemplates.${part}`)}</strong> {t.find(messageKey, { about: about || "none" }) ?? messageKey}
              </li>
            ))}
          </ul>
        ) : (
          <>
            {data.used.length > 0 && (
              <p className={styles.quiet}>
                {t("messageTemplates.preview.filled", { filled: data.used.length - data.missing.length, used: data.used.length })}
              </p>
            )}
            {data.sms ? (
              <>
                <p className={styles.bubble} dir={textDirection(data.text)}>
                  {data.text}
                </p>
                <SizeOfSms size={data.sms} />
              </>
            ) : (
              <div className={styles.paper}>
                <p className={styles.paperSubject}>
                  <bdi>{data.subject}</bdi>
                </p>
                {data.html ? (
                  // Without scripts and without our origin: a text is shown, never run.
                  <iframe className={styles.frame} sandbox="" title={t("messageTemplates.preview")} srcDoc={data.html} />
                ) : (
                  <p className={styles.plain} dir={textDirection(data.text)}>
                    {data.text}
                  </p>
                )}
              </div>
            )}
            {channel === "mail" && attachments.length > 0 && <AttachedFiles files={attachments} />}
          </>
        )}
      </div>
      {channel === "mail" && (
        <footer className={styles.previewFoot}>
          <Button
            isPending={send.isPending}
            isDisabled={!isShown || problems.length > 0}
            onPress={() => send.mutate({ ...input, attachments: attachments.map(({ fileId }) => fileId) })}
          >
            {t("messageTemplates.test")}
          </Button>
        </footer>
      )}
    </aside>
  );
}
