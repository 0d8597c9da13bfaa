import { useLayoutEffect, useRef } from "react";
import { client } from "../../../lib/api.ts";
import { useT } from "../../../lib/i18n.tsx";
import { showToast } from "../../../lib/toasts/toasts.ts";
import { usePhoneText } from "../../fields/display/PhoneNumber.tsx";
import { CodeForm } from "./CodeForm.tsx";
import { refreshSms } from "./queries.ts";
import type { Sender } from "./SenderRow.tsx";
import styles from "./sms.module.css";
import { isolated } from "../../../lib/text-direction.ts";

/** The second step of a sender: its code. */
export function CodeStep({ sender }: { sender: Sender }) {
  const t = useT();
  const phoneText = usePhoneText();
  const { id: senderId, name, phone, kind, code: pending } = sender;
  const step = useRef<HTMLDivElement>(null);
  // The step disappears once verified: the focus moves to its sender, where an Enter after the sixth digit presses nothing.
  useLayoutEffect(() => {
    const { current } = step;
    const row = current?.closest("li");
    return () => {
      if (current?.contains(document.activeElement)) setTimeout(() => row?.focus());
    };
  }, []);
  return (
    <div ref={step} className={styles.step}>
      <p className={styles.quiet}>{t("integrations.sender.sentTo", { phone: isolated(phoneText(phone), "ltr") })}</p>
      <CodeForm
        pending={pending}
        words={{
          label: t("integrations.sender.code"),
          over: t("integrations.sender.over"),
          valid: (count) => t("integrations.sender.valid", { count }),
          verify: t("integrations.sender.verify"),
          newCode: t("integrations.sender.newCode"),
          newCodeIn: (time) => t("integrations.sender.newCodeIn", { time }),
        }}
        onCode={async (code) => {
          try {
            await client.sms.verifySender.mutate({ senderId, code });
            showToast({ tone: "success", title: t("integrations.sender.done", { name }) });
          } finally {
            await refreshSms();
          }
        }}
        onAgain={async () => {
          await client.sms.requestSender.mutate({ name, phone: kind === "name" ? phone : null });
          await refreshSms();
        }}
      />
    </div>
  );
}
