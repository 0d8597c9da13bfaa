import copyIcon from "@fluentui/svg-icons/icons/copy_16_regular.svg?icon";
import eye from "@fluentui/svg-icons/icons/eye_16_regular.svg?icon";
import eyeOff from "@fluentui/svg-icons/icons/eye_off_16_regular.svg?icon";
import type { Card, Field } from "@kartis/core/cards/schema.ts";
import { useEffect, useState } from "react";
import { client, trpc } from "../../../lib/api.ts";
import { reportFailure } from "../../../lib/failures.ts";
import { useT } from "../../../lib/i18n.tsx";
import { queryClient } from "../../../lib/query-client.ts";
import { IconButton } from "../../../ui/actions/IconButton.tsx";
import { showToast } from "../../../lib/toasts/toasts.ts";
import { knownCard } from "../../records/card-cache.ts";
import { Display } from "../../fields/display/Display.tsx";
import { editsSaved } from "../update-card.ts";
import styles from "../../fields/secrets/secrets.module.css";

const shownSeconds = 30;

/** Tells one password from the next: when it was set. Without the server's answer that is by this browser's clock. */
const markOf = (value: unknown): string | undefined =>
  typeof value === "object" && value !== null && "setAt" in value ? String(value.setAt) : undefined;

/** A password on the card: dots until a person asks to see it, and again half a minute later. It is kept in this component alone, never in a cache. */
export function SecretValue({ card, field }: { card: Card; field: Field }) {
  const t = useT();
  const value = card.fields[field.id];
  const [shown, setShown] = useState<{ text: string; of: string | undefined }>();
  const [isPending, setPending] = useState(false);
  // After a change the revealed value is out of date.
  const text = shown && shown.of === markOf(value) ? shown.text : undefined;

  useEffect(() => {
    if (text === undefined) return undefined;
    const timer = setTimeout(() => setShown(undefined), shownSeconds * 1000);
    return () => clearTimeout(timer);
  }, [text]);

  async function reveal(): Promise<string> {
    // One that has just been set may still be on its way.
    await editsSaved();
    const revealed = await client.cards.reveal.mutate({ cardId: card.id, fieldId: field.id });
    void queryClient.invalidateQueries(trpc.cards.history.pathFilter());
    void queryClient.invalidateQueries(trpc.timeline.pathFilter());
    return revealed.text;
  }

  function run(use: (plain: string) => unknown) {
    setPending(true);
    reveal()
      .then(use)
      .catch(reportFailure)
      .finally(() => setPending(false));
  }

  return (
    <span className={styles.value}>
      {text === undefined ? (
        <Display field={field} value={value} place="card" />
      ) : (
        <code className={styles.text} dir="auto">
          {text}
        </code>
      )}
      <IconButton
        icon={text === undefined ? eye : eyeOff}
        size={24}
        label={t(text === undefined ? "secrets.show" : "secrets.hide", { label: field.label })}
        isDisabled={isPending}
        onPress={() =>
          text === undefined
            ? run((plain) => setShown({ text: plain, of: markOf((knownCard(card.id) ?? card).fields[field.id]) }))
            : setShown(undefined)
        }
      />
      <IconButton
        icon={copyIcon}
        size={24}
        label={t("secrets.copy", { label: field.label })}
        isDisabled={isPending}
        onPress={() =>
          run(async (plain) => {
            await navigator.clipboard.writeText(plain);
            showToast({ tone: "info", title: t("common.copied") });
          })
        }
      />
    </span>
  );
}
