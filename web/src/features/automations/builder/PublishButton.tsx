import { useId } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { showToast } from "../../../ui/feedback/toasts.ts";
import { Tooltip } from "../../../ui/overlays/Tooltip.tsx";

interface PublishButtonProps {
  /** Why it cannot be published now. */
  why: string | undefined;
  onPublish: () => void;
  /** Leads to what is wrong; absent where no step is. */
  onShowProblem: (() => void) | undefined;
}

/** One control whatever the draft's state is, so that it keeps the focus: while nothing can be published it says why, to pointer, finger, keyboard and screen reader. */
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
