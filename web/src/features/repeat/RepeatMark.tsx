import repeatIcon from "@fluentui/svg-icons/icons/arrow_repeat_all_16_regular.svg?icon";
import type { Rule } from "@kartis/core/activities/recurrence/schema.ts";
import { Icon } from "../../ui/display/Icon.tsx";
import { useRepeatWords } from "./useRepeatWords.ts";

/** Mark in a row of a recurring task; its rule is shown on hover and to screen readers. */
export function RepeatMark({ rule, className }: { rule: Rule; className: string | undefined }) {
  const words = useRepeatWords()(rule);
  return (
    <span className={className} title={words}>
      <Icon of={repeatIcon} label={words} />
    </span>
  );
}
