import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { trpc } from "../../../lib/api.ts";
import { toAppError } from "../../../lib/errors.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { TextField } from "../../../ui/inputs/TextField.tsx";
import styles from "./inspector.module.css";

interface SecretFieldProps {
  label: string;
  /** The URL it will be sent to; the secret is sealed for its host. */
  url: string;
  /** Whether a secret is already stored. */
  isKept: boolean;
  errorMessage: string | undefined;
  onSealed: (sealed: string) => void;
}

/** A secret, which is sealed before it enters the draft, and cannot be read again. */
export function SecretField({ label, url, isKept, errorMessage, onSealed }: SecretFieldProps) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const [value, setValue] = useState("");
  const [isChanging, setChanging] = useState(false);
  const sealing = useMutation(
    trpc.automations.seal.mutationOptions({
      onSuccess({ sealed }) {
        setValue("");
        setChanging(false);
        onSealed(sealed);
      },
      meta: { quiet: true },
    }),
  );
  const failure = sealing.error ? toAppError(sealing.error) : undefined;
  const refused = failure?.fields?.["value"] ?? failure?.fields?.["url"];
  const isOpen = !isKept || isChanging || errorMessage !== undefined;
  const keep = () => value !== "" && sealing.mutate({ url, value });
  return (
    <div className={styles.secret}>
      <TextField
        label={label}
        type="password"
        autoComplete="off"
        isRequired
        inputRef={input}
        isReadOnly={!isOpen}
        placeholder={isOpen ? "" : t("automations.action.callWebhook.kept")}
        value={value}
        errorMessage={
          refused
            ? (t.find(refused) ?? t("errors.INVALID_INPUT.message"))
            : failure
              ? t("automations.draft.failed")
              : errorMessage
        }
        onChange={(next) => {
          setValue(next);
          sealing.reset();
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter") keep();
        }}
      />
      <Button
        size={32}
        isPending={sealing.isPending}
        onPress={() => {
          if (isOpen) return keep();
          setChanging(true);
          return input.current?.focus();
        }}
      >
        {t(isOpen ? "automations.action.callWebhook.keep" : "automations.action.callWebhook.change")}
      </Button>
    </div>
  );
}
