import repeatIcon from "@fluentui/svg-icons/icons/arrow_repeat_all_16_regular.svg?icon";
import type { Rule } from "@kartis/core/activities/recurrence/schema.ts";
import { Icon } from "../../ui/display/Icon.tsx";
import { useRepeatWords } from "./useRepeatWords.ts";

/** In a row, that a task repeats; how, on hovering and for those who listen. */
export function RepeatMark({ rule, className }: { rule: Rule; className: string | undefined }) {
  const words = useRepeatWords()(rule);
  return (
    <span className={className} title={words}>
      <Icon of={repeatIcon} label={words} />
    </span>
  );
}
