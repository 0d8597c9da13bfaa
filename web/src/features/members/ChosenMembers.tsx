import { useT } from "../../lib/i18n.tsx";
import { SelectionAction, SelectionBar, SelectionSeparator } from "../../ui/collections/SelectionBar.tsx";
import type { Member } from "./members.ts";

interface ChosenMembersProps {
  members: readonly Member[];
  onClear: () => void;
  onTask: (task: "role" | "suspend", members: readonly Member[]) => void;
  onReinstate: (members: readonly Member[]) => void;
  onGone: () => void;
}

/** Actions for several selected members. */
export function ChosenMembers({ members, onClear, onTask, onReinstate, onGone }: ChosenMembersProps) {
  const t = useT();
  const suspended = members.filter(({ suspendedAt }) => suspendedAt);
  const active = members.filter(({ suspendedAt }) => !suspendedAt);
  return (
    <SelectionBar label={t("members.selected", { count: members.length })} onClear={onClear} onGone={onGone}>
      <SelectionAction label={t("members.changeRole")} onPress={() => onTask("role", members)} />
      {suspended.length > 0 && <SelectionAction label={t("members.reinstate")} onPress={() => onReinstate(suspended)} />}
      {active.length > 0 && (
        <>
          <SelectionSeparator />
          <SelectionAction label={t("members.suspend")} tone="danger" onPress={() => onTask("suspend", active)} />
        </>
      )}
    </SelectionBar>
  );
}
