import type { WhatsAppMessage } from "@kartis/core/activities/whatsapp/schema.ts";
import { useMutation } from "@tanstack/react-query";
import { trpc } from "../../lib/api.ts";
import { useT } from "../../lib/i18n.tsx";
import { useCan } from "../../lib/permissions.ts";
import { Button } from "../../ui/actions/Button.tsx";
import { noteFinal } from "../undo/undo.ts";
import { refreshMessages } from "./queries.ts";
import styles from "./whatsapp.module.css";

/** What can be done about a message that was not sent, or may not have been, by whoever may write one. */
export function UnsentActions({ message: { id: whatsappId, delivery, isGivenUp } }: { message: WhatsAppMessage }) {
  const t = useT();
  const mayWrite = useCan()(["COMMENTS", "create"]);
  // Refused, somebody else has decided, or the reason is said in a notification.
  const resend = useMutation(
    trpc.whatsapp.sendAgain.mutationOptions({ onSettled: refreshMessages, onSuccess: () => noteFinal(t("whatsapp.onItsWay")) }),
  );
  const dismiss = useMutation(trpc.whatsapp.dismiss.mutationOptions({ onSettled: refreshMessages }));
  if (!mayWrite || (delivery !== "failed" && delivery !== "unknown")) return null;
  return (
    <span className={styles.unsent}>
      <Button size={24} isPending={resend.isPending} onPress={() => resend.mutate({ whatsappId })}>
        {t("whatsapp.sendAgain")}
      </Button>
      {!isGivenUp && (
        <Button size={24} variant="ghost" isPending={dismiss.isPending} onPress={() => dismiss.mutate({ whatsappId })}>
          {t(`whatsapp.leave.${delivery}`)}
        </Button>
      )}
    </span>
  );
}
