import prohibited from "@fluentui/svg-icons/icons/prohibited_16_regular.svg?icon";
import type { ChatId } from "@kartis/core/kernel/id.ts";
import { useState } from "react";
import { client } from "../../lib/api.ts";
import { reportFailure } from "../../lib/failures.ts";
import { useFormat, useT } from "../../lib/i18n.tsx";
import { useCan } from "../../lib/permissions.ts";
import { Button } from "../../ui/actions/Button.tsx";
import { Icon } from "../../ui/display/Icon.tsx";
import { FormDialog } from "../../ui/overlays/FormDialog.tsx";
import { noteFinal } from "../undo/undo.ts";
import { refreshMessages } from "./queries.ts";
import styles from "./whatsapp.module.css";

interface OptedOutProps {
  /** Null without a conversation: only the customer can begin one, in which messages can be allowed again. */
  chatId: ChatId | null;
  /** Name of the customer. */
  name: string;
  since: string;
  /** Absent where there is nowhere to go back to. */
  onClose?: () => void;
}

/** In place of the form: the customer wants no messages, and the way to allow them again once they have asked for it. */
export function OptedOut({ chatId, name, since, onClose }: OptedOutProps) {
  const t = useT();
  const format = useFormat();
  const mayAllow = useCan()(["COMMENTS", "update"]);
  const [isAsking, setAsking] = useState(false);
  const [isPending, setPending] = useState(false);
  function allow() {
    if (!chatId) return;
    setPending(true);
    client.chats.update
      .mutate({ chatId, isOptedOut: false })
      .then(() => {
        noteFinal();
        return refreshMessages();
      })
      .catch(reportFailure)
      .finally(() => {
        setPending(false);
        setAsking(false);
      });
  }
  return (
    <div className={styles.compose}>
      <p className={styles.window} data-state="closed" role="status">
        <Icon of={prohibited} />
        {t("whatsapp.optOut.since", { date: format.date(since) })}
      </p>
      <div className={styles.writing}>
        <div className={styles.bar}>
          <span className={styles.end}>
            {onClose && (
              <Button size={28} variant="ghost" onPress={onClose}>
                {t("common.close")}
              </Button>
            )}
            {mayAllow && chatId && (
              <Button size={28} onPress={() => setAsking(true)}>
                {t("whatsapp.optOut.allow")}
              </Button>
            )}
          </span>
        </div>
      </div>
      {isAsking && (
        <FormDialog
          title={t("whatsapp.optOut.allow.title", { name: `\u2068${name}\u2069` })}
          action={t("whatsapp.optOut.allow")}
          isAlert
          isPending={isPending}
          onClose={() => setAsking(false)}
          onSubmit={allow}
        >
          <p>{t("whatsapp.optOut.allow.text")}</p>
        </FormDialog>
      )}
    </div>
  );
}
