import type { CardType } from "@kartis/core/cards/schema.ts";
import type { TemplateId } from "@kartis/core/kernel/id.ts";
import { skipToken, useQuery } from "@tanstack/react-query";
import { useContext, useRef, useState } from "react";
import { trpc } from "../../../lib/api.ts";
import { errorMessage, toAppError } from "../../../lib/errors.ts";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { textDirection } from "../../../lib/text-direction.ts";
import { Button } from "../../../ui/actions/Button.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { CardChoice } from "../../message-templates/preview/CardChoice.tsx";
import { useCardName } from "../../message-templates/useCardName.ts";
import { RichTextView } from "../../timeline/RichTextView.tsx";
import { WrittenBlock } from "../words/phrase.tsx";
import { useWords } from "../words/useWords.ts";
import { TestCardContext } from "./test-card.ts";
import styles from "./templates.module.css";

interface TemplatePreviewProps {
  channel: "mail" | "sms";
  type: CardType;
  templateId: TemplateId;
  /** Whether the reader may read the template. */
  isReadable: boolean;
}

/** A formatted text as it is read, roughly: the formatting itself is in the template, and in what is said to a card. */
const withoutMarks = (text: string): string =>
  text
    .replaceAll(/\*\*|~~|^#{1,6} /gm, "")
    .replaceAll(/^[-*] /gm, "• ")
    .replaceAll(/\[([^\]\n]+)\]\([^)\n]+\)/g, "$1")
    .replaceAll(/\\([!-/:-@[-`{-~])/g, "$1");

/** The template filled for the test card or, until one is chosen, with the names of its variables. */
export function TemplatePreview({ channel, type, templateId, isReadable }: TemplatePreviewProps) {
  const t = useT();
  const format = useFormat();
  const test = useContext(TestCardContext);
  const [other, setOther] = useState<typeof test.cardId>();
  const [isChoosing, setChoosing] = useState(false);
  const anchor = useRef<HTMLSpanElement>(null);
  // A step for related cards has cards of another type than the test.
  const cardId = test.typeId === type.id ? test.cardId : other;
  const cardName = useCardName(cardId ?? null);
  const { data: filled, error } = useQuery(
    trpc.templates.fill.queryOptions(isReadable && cardId ? { templateId, cardId } : skipToken, {
      staleTime: 0,
      retry: false,
      meta: { quiet: true, private: true },
    }),
  );
  const { data: all } = useQuery(
    trpc.templates.list.queryOptions({}, { enabled: isReadable, staleTime: 0, retry: false, meta: { quiet: true } }),
  );
  const words = useWords(type.id);
  if (!isReadable) return <p className={styles.about}>{t("automations.action.template.unread")}</p>;
  const template = all?.templates.find(({ id }) => id === templateId);
  const text = template && (template.texts[t.language] ?? template.texts[template.defaultLanguage]);
  const files = (filled ?? template)?.attachments ?? [];
  const label = cardName
    ? t("automations.action.template.previewFor", { name: cardName })
    : t("automations.action.template.preview");
  return (
    <section className={styles.preview} aria-label={label}>
      <header className={styles.head}>
        <h3>{label}</h3>
        <span ref={anchor}>
          <Button variant="ghost" size={24} onPress={() => setChoosing(true)}>
            {t("messageTemplates.preview.card")}
          </Button>
        </span>
      </header>
      {isChoosing && (
        <CardChoice
          anchor={anchor}
          typeId={type.id}
          value={cardId ?? null}
          onChoose={(chosen) => (test.typeId === type.id ? test.choose(chosen) : setOther(chosen))}
          onClose={() => setChoosing(false)}
        />
      )}
      <div className={styles.paper} aria-live="polite">
        {error ? (
          <p>{errorMessage(toAppError(error))}</p>
        ) : cardId && filled ? (
          <div lang={filled.language}>
            {channel === "mail" && (
              <p className={styles.subject} dir={textDirection(filled.subject)}>
                {filled.subject}
              </p>
            )}
            <RichTextView text={filled.body} />
          </div>
        ) : !cardId && text ? (
          <>
            {channel === "mail" && <WrittenBlock className={styles.subject} text={words.text(text.subject)} />}
            <WrittenBlock
              className={styles.written}
              text={words.text(template.format === "rich" ? withoutMarks(text.body) : text.body)}
            />
          </>
        ) : (
          <SkeletonRows rows={2} columns={["1fr"]} />
        )}
      </div>
      {channel === "mail" && files.length > 0 && (
        <p className={styles.about}>
          {t("automations.action.template.files")}: {format.list(files.map(({ name }) => name))}
        </p>
      )}
    </section>
  );
}
