import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { client } from "../../../lib/api.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { showToast } from "../../../lib/toasts/toasts.ts";
import { usePhoneText } from "../../fields/display/PhoneNumber.tsx";
import { FormFailure } from "../../identity/FormFailure.tsx";
import { useSaving } from "../../settings/useSaving.ts";
import { CodeBoxes } from "./CodeBoxes.tsx";
import { isTooSoon, refreshSms } from "./queries.ts";
import type { Sender } from "./SenderRow.tsx";
import styles from "./sms.module.css";

/** The current instant, updated each second. */
function useNow(isRunning: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return now;
}

const clock = (ms: number): string => {
  const seconds = Math.ceil(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};

/** The second step of a sender: its code. Six digits, typed or pasted, are verified at once; a wrong code is cleared. */
export function CodeStep({ sender }: { sender: Sender }) {
  const t = useT();
  const phoneText = usePhoneText();
  const [code, setCode] = useState("");
  // Includes the last key: the code is verified before the key is rendered.
  const entered = useRef("");
  const { id: senderId, name, phone, kind } = sender;
  const now = useNow(true);
  const nextIn = sender.code ? Date.parse(sender.code.nextAt) - now : 0;
  const isOver = !sender.code || Date.parse(sender.code.validUntil) <= now || sender.code.triesLeft === 0;
  const verify = useSaving(async () => {
    try {
      await client.sms.verifySender.mutate({ senderId, code: entered.current });
      showToast({ tone: "success", title: t("integrations.sender.done", { name }) });
    } finally {
      entered.current = "";
      setCode("");
      await refreshSms();
    }
  });
  const again = useSaving(async () => {
    await client.sms.requestSender.mutate({ name, phone: kind === "name" ? phone : null });
    await refreshSms();
  }, isTooSoon);
  const step = useRef<HTMLDivElement>(null);
  // The step disappears once verified: the focus moves to its sender, where an Enter after the sixth digit presses nothing.
  useLayoutEffect(() => {
    const { current } = step;
    const row = current?.closest("li");
    return () => {
      if (current?.contains(document.activeElement)) setTimeout(() => row?.focus());
    };
  }, []);
  function change(next: string) {
    verify.clear("code");
    entered.current = next;
    setCode(next);
    if (next.length === 6) void verify.submit();
  }
  return (
    <div ref={step} className={styles.step}>
      <p className={styles.quiet}>{t("integrations.sender.sentTo", { phone: `\u2066${phoneText(phone)}\u2069` })}</p>
      <form
        className={styles.codeForm}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (code.length === 6) void verify.submit();
        }}
      >
        <CodeBoxes
          label={t("integrations.sender.code")}
          value={code}
          isPending={verify.isPending}
          isDisabled={isOver}
          errorMessage={verify.fields["code"]}
          description={
            isOver ? t("integrations.sender.over") : t("integrations.sender.valid", { count: sender.code?.triesLeft ?? 0 })
          }
          onChange={change}
        />
        <FormFailure error={again.error} />
        <span className={styles.buttons}>
          <Button type="submit" variant="primary" isPending={verify.isPending} isDisabled={code.length < 6}>
            {t("integrations.sender.verify")}
          </Button>
          <Button isPending={again.isPending} isDisabled={nextIn > 0} onPress={() => void again.submit()}>
            {nextIn > 0 ? t("integrations.sender.newCodeIn", { time: clock(nextIn) }) : t("integrations.sender.newCode")}
          </Button>
        </span>
      </form>
    </div>
  );
}
