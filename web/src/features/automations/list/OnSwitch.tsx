import type { Automation } from "@kartis/core/automations/schema.ts";
import { useT } from "../../../lib/i18n.tsx";
import { useCan } from "../../../lib/permissions.ts";
import { Denied } from "../../../ui/feedback/Denied.tsx";
import { Switch } from "../../../ui/inputs/Switch.tsx";
import { useSwitch } from "./useSwitch.tsx";

/** Switches an automation on or off; explains why one that was never published cannot be switched on. */
export function OnSwitch({ automation, hasWord = false }: { automation: Automation; hasWord?: boolean }) {
  const t = useT();
  const mayUpdate = useCan()(["AUTOMATION", "update"]);
  const { change, isOn, dialog } = useSwitch(automation);
  const { name, publishedVersion } = automation;
  const label = t("automations.switch", { name });
  const word = hasWord ? t(isOn ? "automations.on" : "automations.off") : undefined;
  if (publishedVersion === null)
    return (
      <Denied label={label} reason={t("automations.problem.unpublished")}>
        <Switch isDisabled aria-label={label}>
          {hasWord ? t("automations.draft") : undefined}
        </Switch>
      </Denied>
    );
  return (
    <>
      <Switch aria-label={label} isSelected={isOn} isDisabled={!mayUpdate} onChange={change}>
        {word}
      </Switch>
      {dialog}
    </>
  );
}
