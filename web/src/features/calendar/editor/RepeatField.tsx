import repeatIcon from "@fluentui/svg-icons/icons/arrow_repeat_all_16_regular.svg?icon";
import type { Rule } from "@kartis/core/activities/recurrence/schema.ts";
import { useState } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { CustomRepeat } from "../../repeat/later.ts";
import { RepeatChoice } from "../../repeat/RepeatChoice.tsx";
import { useRepeatWords } from "../../repeat/useRepeatWords.ts";
import type { Draft } from "./draft.ts";

interface RepeatFieldProps {
  draft: Draft;
  onChange: (rule: Rule | null) => void;
}

/** Whether and how the meeting repeats: one of the usual rules, or one of its own. */
export function RepeatField({ draft, onChange }: RepeatFieldProps) {
  const t = useT();
  const words = useRepeatWords();
  const [anchor, setAnchor] = useState<Element>();
  const [choice, setChoice] = useState<"offers" | "own">();
  const value = draft.repeat ? words(draft.repeat) : t("tasks.repeat.none");
  const shared = {
    due: draft.day ?? "2026-01-01",
    value: draft.repeat,
    onChoose: onChange,
    onClose: () => setChoice((now) => (now === "offers" ? undefined : now)),
  };
  return (
    <>
      <Button
        icon={repeatIcon}
        variant="ghost"
        aria-label={t("tasks.factNamed", { label: t("tasks.repeat"), value })}
        aria-haspopup="menu"
        isDisabled={draft.day === null}
        onPress={({ target }) => {
          setAnchor(target);
          setChoice("offers");
        }}
      >
        {value}
      </Button>
      {choice === "offers" && anchor && <RepeatChoice {...shared} anchor={anchor} onCustom={() => setChoice("own")} />}
      {choice === "own" && <CustomRepeat {...shared} onClose={() => setChoice(undefined)} />}
    </>
  );
}
