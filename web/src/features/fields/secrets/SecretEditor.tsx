import eye from "@fluentui/svg-icons/icons/eye_16_regular.svg?icon";
import eyeOff from "@fluentui/svg-icons/icons/eye_off_16_regular.svg?icon";
import generateIcon from "@fluentui/svg-icons/icons/key_16_regular.svg?icon";
import { useRef, useState, type FormEvent } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { IconButton } from "../../../ui/actions/IconButton.tsx";
import { Popover } from "../../../ui/overlays/Popover.tsx";
import { TextField } from "../../../ui/inputs/TextField.tsx";
import type { EditorProps } from "../editors/editing.ts";
import editorStyles from "../editors/Editor.module.css";
import { isEmpty } from "../values.ts";
import { generatePassword } from "./generate-password.ts";
import styles from "./secrets.module.css";

/** A new password for the field: the present one is not shown, and is kept unless another is entered. */
export function SecretEditor({ field, value, initialText, place, onCommit, onCancel }: EditorProps & { place: "cell" | "card" }) {
  const t = useT();
  const frame = useRef<HTMLSpanElement>(null);
  const isOver = useRef(false);
  const [text, setText] = useState(initialText ?? "");
  const [isShown, setShown] = useState(false);

  function finish(next: string | null | undefined) {
    if (isOver.current) return;
    isOver.current = true;
    if (next === undefined) onCancel();
    else onCommit(next, "stay");
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    finish(text === "" ? undefined : text);
  }

  return (
    <>
      <span ref={frame} className={editorStyles.frame} data-place={place} />
      <Popover
        isOpen
        triggerRef={frame}
        placement="bottom start"
        offset={3}
        onOpenChange={(isOpen) => !isOpen && finish(undefined)}
      >
        <Dialog aria-label={field.label} className={styles.editor ?? ""}>
          <form className={styles.form} onSubmit={submit}>
            <div className={styles.entry}>
              <TextField
                label={t("secrets.new")}
                type={isShown ? "text" : "password"}
                value={text}
                onChange={setText}
                textDirection="ltr"
                autoFocus
                autoComplete="new-password"
                maxLength={500}
              />
              <IconButton
                icon={isShown ? eyeOff : eye}
                size={32}
                label={t(isShown ? "secrets.hide" : "secrets.show", { label: field.label })}
                onPress={() => setShown(!isShown)}
              />
              <IconButton
                icon={generateIcon}
                size={32}
                label={t("secrets.generate")}
                onPress={() => {
                  setText(generatePassword());
                  setShown(true);
                }}
              />
            </div>
            <p className={styles.hint}>{t("secrets.hint")}</p>
            <div className={styles.buttons}>
              {!isEmpty(value) && !field.required && (
                <Button variant="danger-ghost" onPress={() => finish(null)}>
                  {t("secrets.remove")}
                </Button>
              )}
              <Button type="submit" variant="primary" isDisabled={text === ""}>
                {t("secrets.save")}
              </Button>
            </div>
          </form>
        </Dialog>
      </Popover>
    </>
  );
}
