import dismiss from "@fluentui/svg-icons/icons/dismiss_16_regular.svg?icon";
import { addressIn } from "@kartis/core/cards/fields/email-form.ts";
import { useId, useRef, useState } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { IconButton } from "../../../ui/actions/IconButton.tsx";
import styles from "./mail.module.css";

interface AddressFieldProps {
  label: string;
  value: readonly string[];
  /** Addresses of the card that can be added by a press. */
  offered?: readonly string[];
  isFocused?: boolean;
  onChange: (value: readonly string[]) => void;
}

/** Addresses as they are typed or pasted: several at a time, by commas, semicolons and spaces. */
function addressesIn(text: string): { found: string[]; rest: string } {
  const parts = text
    .split(/[,;\s]+/)
    .map((part) => part.replace(/^<|>$/g, ""))
    .filter(Boolean);
  return {
    found: parts.flatMap((part) => addressIn(part) ?? []),
    rest: parts.filter((part) => addressIn(part) === undefined).join(" "),
  };
}

/** The people a mail goes to. Anything that is not an address stays in the line, with the reason. */
export function AddressField({ label, value, offered = [], isFocused = false, onChange }: AddressFieldProps) {
  const t = useT();
  const id = useId();
  const [text, setText] = useState("");
  const [isWrong, setWrong] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  function take() {
    const { found, rest } = addressesIn(text);
    setText(rest);
    setWrong(rest !== "");
    if (found.length > 0) onChange([...new Set([...value, ...found])]);
  }
  /** The clicked element disappears, and typing continues here. */
  function press(next: readonly string[]) {
    onChange(next);
    input.current?.focus();
  }
  const left = offered.filter((address) => !value.includes(address));
  return (
    <div className={styles.addresses} data-invalid={isWrong || undefined}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.people}>
        {value.map((address) => (
          <span key={address} className={styles.person}>
            <bdi dir="ltr">{address}</bdi>
            <IconButton
              icon={dismiss}
              size={24}
              label={t("common.removeNamed", { name: address })}
              onPress={() => press(value.filter((other) => other !== address))}
            />
          </span>
        ))}
        <input
          ref={input}
          id={id}
          type="text"
          inputMode="email"
          autoComplete="off"
          dir={text === "" ? undefined : "ltr"}
          value={text}
          autoFocus={isFocused}
          aria-invalid={isWrong}
          aria-describedby={isWrong ? `${id}-wrong` : undefined}
          onChange={({ target }) => {
            setText(target.value);
            setWrong(false);
          }}
          onBlur={take}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            if (event.key === "Enter" && !event.metaKey && !event.ctrlKey) event.preventDefault();
            if (["Enter", ",", ";"].includes(event.key) && text.trim() !== "") {
              event.preventDefault();
              take();
            }
            if (event.key === "Backspace" && text === "" && value.length > 0) onChange(value.slice(0, -1));
          }}
        />
        {left.map((address) => (
          <Button
            key={address}
            size={24}
            variant="ghost"
            aria-label={t("timeline.mail.offer", { address })}
            onPress={() => press([...value, address])}
          >
            + <bdi dir="ltr">{address}</bdi>
          </Button>
        ))}
      </div>
      {isWrong && (
        <span id={`${id}-wrong`} className={styles.wrong} role="alert">
          {t("validation.email")}
        </span>
      )}
    </div>
  );
}
