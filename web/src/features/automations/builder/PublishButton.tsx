import { useId } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { showToast } from "../../../lib/toasts/toasts.ts";
import { Tooltip } from "../../../ui/overlays/Tooltip.tsx";

interface PublishButtonProps {
  /** Why it cannot be published now. */
  why: string | undefined;
  onPublish: () => void;
  /** Goes to the step with the problem; absent if the problem is not in a step. */
  onShowProblem: (() => void) | undefined;
}

/** Stays mounted in every state, so that it keeps the focus. While publishing is impossible, it explains why to pointer, touch, keyboard and screen reader. */
export function PublishButton({ why, onPublish, onShowProblem }: PublishButtonProps) {
  const t = useT();
  const whyId = useId();
  function press() {
    if (why === undefined) return onPublish();
    onShowProblem?.();
    return showToast({ tone: "info", code: "automations.publish", givesWay: true, title: why });
  }
  return (
    <>
      <Tooltip content={why ?? ""} isDisabled={why === undefined}>
        <Button
          variant={why === undefined ? "primary" : "secondary"}
          {...(why === undefined ? {} : { "aria-describedby": whyId })}
          onPress={press}
        >
          {t("automations.publish")}
        </Button>
      </Tooltip>
      <span id={whyId} hidden>
        {why}
      </span>
    </>
  );
}
