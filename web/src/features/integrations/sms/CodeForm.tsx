import { useEffect, useRef, useState } from "react";
import { Button } from "../../../ui/actions/Button.tsx";
import { FormFailure } from "../../identity/FormFailure.tsx";
import { useSaving } from "../../settings/useSaving.ts";
import { CodeBoxes } from "./CodeBoxes.tsx";
import { isTooSoon } from "./queries.ts";
import styles from "./sms.module.css";

/** The current instant, updated each second. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

const clock = (ms: number): string => {
  const seconds = Math.ceil(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};

interface CodeFormProps {
  /** While a code is pending. */
  pending: { readonly validUntil: string; readonly nextAt: string; readonly triesLeft: number } | null;
  words: {
    label: string;
    over: string;
    valid: (count: number) => string;
    verify: string;
    newCode: string;
    newCodeIn: (time: string) => string;
  };
  onCode: (code: string) => Promise<void>;
  /** Sends a new one. */
  onAgain: () => Promise<void>;
}

/** Takes a code that was sent by SMS. Six digits, typed or pasted, are verified at once; a wrong code is cleared. */
export function CodeForm({ pending, words, onCode, onAgain }: CodeFormProps) {
  const [code, setCode] = useState("");
  // Includes the last key: the code is verified before the key is rendered.
  const entered = useRef("");
  const now = useNow();
  const nextIn = pending ? Date.parse(pending.nextAt) - now : 0;
  const isOver = !pending || Date.parse(pending.validUntil) <= now || pending.triesLeft === 0;
  const verify = useSaving(async () => {
    const typed = entered.current;
    try {
      await onCode(typed);
    } finally {
      entered.current = "";
      setCode("");
    }
  });
  const again = useSaving(onAgain, isTooSoon);
  function change(next: string) {
    verify.clear("code");
    entered.current = next;
    setCode(next);
    if (next.length === 6) void verify.submit();
  }
  return (
    <form
      className={styles.codeForm}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (code.length === 6) void verify.submit();
      }}
    >
      <CodeBoxes
        label={words.label}
        value={code}
        isPending={verify.isPending}
        isDisabled={isOver}
        errorMessage={verify.fields["code"]}
        description={isOver ? words.over : words.valid(pending.triesLeft)}
        onChange={change}
      />
      <FormFailure error={again.error} />
      <span className={styles.buttons}>
        <Button type="submit" variant="primary" isPending={verify.isPending} isDisabled={code.length < 6}>
          {words.verify}
        </Button>
        <Button isPending={again.isPending} isDisabled={nextIn > 0} onPress={() => void again.submit()}>
          {nextIn > 0 ? words.newCodeIn(clock(nextIn)) : words.newCode}
        </Button>
      </span>
    </form>
  );
}
