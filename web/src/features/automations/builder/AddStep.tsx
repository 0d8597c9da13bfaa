import add from "@fluentui/svg-icons/icons/add_16_regular.svg?icon";
import { relatedTypes } from "@kartis/core/automations/conditions/subject.ts";
import type { Filter } from "@kartis/core/cards/query/schema.ts";
import { mostSteps, type Step } from "@kartis/core/automations/schema.ts";
import { isImpossibleInTrash } from "@kartis/core/automations/actions/list.ts";
import type { Trigger } from "@kartis/core/automations/triggers/list.ts";
import type { CardType } from "@kartis/core/cards/schema.ts";
import type { MessageKey } from "@kartis/i18n/messages.ts";
import { Button as AriaButton } from "react-aria-components/Button";
import { useT } from "../../../lib/i18n.tsx";
import { useTimeZone } from "../../../lib/organization.ts";
import { IconButton } from "../../../ui/actions/IconButton.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import { Menu, MenuItem, MenuSection } from "../../../ui/overlays/Menu.tsx";
import { useCardTypes } from "../../records/card-types.ts";
import { actionKinds, actionScreens } from "../actions/screens.ts";
import styles from "./builder.module.css";
import { branchOf, deepestBranch, newStepId } from "./edits.ts";
import { branchIcon, filterIcon, forEachIcon, waitIcon } from "./nodes.ts";

interface AddStepProps {
  type: CardType;
  trigger: Trigger;
  look: "between" | "end";
  /** Whether it is among the steps for each related card, whose type is then given. */
  isRelated: boolean;
  /** Nesting depth of the position, and the present number of steps. */
  depth: number;
  count: number;
  onAdd: (step: Step) => void;
  /** Absent where conditions are not allowed or already exist. */
  onAddFilter?: (() => void) | undefined;
}

/** A new, empty group of conditions. */
const noConditions: Filter = { all: [] };

/** The menu of steps to add: actions, waits and branches. Unavailable ones are disabled with a reason. */
export function AddStep({ type, trigger, look, isRelated, depth, count, onAdd, onAddFilter }: AddStepProps) {
  const t = useT();
  const { types = [] } = useCardTypes();
  const timeZone = useTimeZone();
  const isFull = count >= mostSteps;
  const label = t(look === "end" ? "automations.addAction" : "automations.addStep");
  const full = isFull ? { isDisabled: true, note: t("automations.full", { count: mostSteps }) } : {};
  const [related] = relatedTypes(type, types);
  const actions = actionKinds.map((kind) => {
    const screen = actionScreens[kind];
    const made = screen.initial({ type, types, t, timeZone });
    const obstacle: MessageKey | undefined =
      "missing" in made
        ? made.missing
        : !isRelated && isImpossibleInTrash(made, trigger)
          ? "automations.problem.inTrash"
          : undefined;
    return { kind, screen, made, obstacle };
  });
  return (
    <Menu
      aria-label={label}
      placement="bottom"
      trigger={
        look === "end" ? (
          <AriaButton className={styles.addEnd ?? ""} data-node={`add-${depth}`}>
            <Icon of={add} />
            {label}
          </AriaButton>
        ) : (
          <IconButton icon={add} size={24} variant="secondary" label={label} />
        )
      }
    >
      {onAddFilter && (
        <MenuSection title={t("automations.onlyIf")}>
          <MenuItem icon={filterIcon} onAction={onAddFilter}>
            {t("automations.conditions")}
          </MenuItem>
        </MenuSection>
      )}
      <MenuSection title={t("automations.actions")}>
        {actions.map(({ kind, screen, made, obstacle }) => (
          <MenuItem
            key={kind}
            icon={screen.icon}
            textValue={t(screen.name)}
            {...(obstacle ? { isDisabled: true, note: t(obstacle) } : full)}
            onAction={() => !("missing" in made) && onAdd({ id: newStepId(), kind: "action", action: made })}
          >
            {t(screen.name)}
          </MenuItem>
        ))}
      </MenuSection>
      <MenuSection title={t("automations.flow")}>
        {!isRelated && (
          <MenuItem
            icon={waitIcon}
            textValue={t("automations.wait")}
            {...full}
            onAction={() => onAdd({ id: newStepId(), kind: "wait", wait: { amount: 1, unit: "days" } })}
          >
            {t("automations.wait")}
          </MenuItem>
        )}
        {depth < deepestBranch && (
          <MenuItem
            icon={branchIcon}
            textValue={t("automations.branch")}
            {...full}
            onAction={() => onAdd(branchOf(newStepId(), noConditions))}
          >
            {t("automations.branch")}
          </MenuItem>
        )}
        {depth < deepestBranch && !isRelated && (
          <MenuItem
            icon={forEachIcon}
            textValue={t("automations.forEach")}
            {...(related ? full : { isDisabled: true, note: t("automations.forEach.noTypes") })}
            onAction={() =>
              related && onAdd({ id: newStepId(), kind: "forEach", relatedTypeId: related.id, filter: null, steps: [] })
            }
          >
            {t("automations.forEach")}
          </MenuItem>
        )}
      </MenuSection>
    </Menu>
  );
}
