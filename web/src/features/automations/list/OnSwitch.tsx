import type { Automation } from "@kartis/core/automations/schema.ts";
import { useMutation } from "@tanstack/react-query";
import { trpc } from "../../../lib/api.ts";
import { useT } from "../../../lib/i18n.tsx";
import { useCan } from "../../../lib/permissions.ts";
import { Denied } from "../../../ui/feedback/Denied.tsx";
import { Switch } from "../../../ui/inputs/Switch.tsx";
import { noteSaved } from "../queries.ts";

export const useSwitchOn = () =>
  useMutation(trpc.automations.switch.mutationOptions({ onSuccess: (automation) => noteSaved(automation) }));

/** Switches an automation on or off; explains why one that was never published cannot be switched on. */
export function OnSwitch({ automation, hasWord = false }: { automation: Automation; hasWord?: boolean }) {
  const t = useT();
  const mayUpdate = useCan()(["AUTOMATION", "update"]);
  const { mutate, isPending, variables } = useSwitchOn();
  const { id, name, publishedVersion } = automation;
  const isOn = isPending ? variables.isOn : automation.isOn;
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
    <Switch
      aria-label={label}
      isSelected={isOn}
      isDisabled={!mayUpdate}
      // Not disabled while saving, which would lose the focus.
      onChange={(next) => isPending || mutate({ automationId: id, isOn: next })}
    >
      {word}
    </Switch>
  );
}
