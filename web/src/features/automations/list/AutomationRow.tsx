import copyIcon from "@fluentui/svg-icons/icons/copy_16_regular.svg?icon";
import moveIcon from "@fluentui/svg-icons/icons/folder_arrow_right_16_regular.svg?icon";
import more from "@fluentui/svg-icons/icons/more_horizontal_16_regular.svg?icon";
import trash from "@fluentui/svg-icons/icons/delete_16_regular.svg?icon";
import type { Automation } from "@kartis/core/automations/schema.ts";
import { isOfDates } from "@kartis/core/automations/triggers/list.ts";
import { useState } from "react";
import { useFormatHere, useT } from "../../../lib/i18n.tsx";
import { useCan } from "../../../lib/permissions.ts";
import { IconButton } from "../../../ui/actions/IconButton.tsx";
import { Link } from "../../../ui/actions/Link.tsx";
import { Tag, TypeSquare } from "../../../ui/display/Pill.tsx";
import { toHue } from "../../../ui/display/stored-hue.ts";
import { Checkbox } from "../../../ui/inputs/Checkbox.tsx";
import { Menu, MenuItem } from "../../../ui/overlays/Menu.tsx";
import { NextDate } from "../schedule/NextDate.tsx";
import { NextRun } from "../schedule/NextRun.tsx";
import { sentenceOf } from "../words/sentence.ts";
import { useWords } from "../words/useWords.ts";
import { Figures } from "./Figures.tsx";
import styles from "./list.module.css";
import { OnSwitch } from "./OnSwitch.tsx";
import { RemoveDialog } from "./RemoveDialog.tsx";
import { Stopped } from "./Stopped.tsx";
import { useDuplicate } from "./useDuplicate.ts";

interface AutomationRowProps {
  automation: Automation;
  isSelected: boolean;
  /** Absent for those who may not change automations. */
  onSelect: ((is: boolean) => void) | undefined;
  onMove: () => void;
}

/** An automation in the list: its sentence, card type, run statistics and switch. */
export function AutomationRow({ automation, isSelected, onSelect, onMove }: AutomationRowProps) {
  const t = useT();
  const format = useFormatHere();
  const can = useCan();
  const words = useWords(automation.cardTypeId, automation.definition.steps);
  const duplicate = useDuplicate();
  const [isRemoving, setRemoving] = useState(false);
  const { id, name, runs, hasUnpublishedChanges, publishedVersion, isOn } = automation;
  const { type } = words;
  const items = [
    can(["AUTOMATION", "create"]) && (
      <MenuItem key="duplicate" icon={copyIcon} onAction={() => duplicate(automation)}>
        {t("automations.duplicate")}
      </MenuItem>
    ),
    can(["AUTOMATION", "update"]) && (
      <MenuItem key="move" icon={moveIcon} onAction={onMove}>
        {t("automations.folder.move")}
      </MenuItem>
    ),
    can(["AUTOMATION", "delete"]) && (
      <MenuItem key="remove" icon={trash} tone="danger" onAction={() => setRemoving(true)}>
        {t("common.delete")}
      </MenuItem>
    ),
  ].filter(Boolean);
  return (
    <li className={styles.row} data-automation={id} data-selected={isSelected || undefined}>
      {onSelect && (
        <span className={styles.choice}>
          <Checkbox aria-label={t("automations.select", { name })} isSelected={isSelected} onChange={onSelect} />
        </span>
      )}
      <div className={styles.main}>
        <span className={styles.nameLine}>
          <span className={styles.name}>
            <Link href={`/automations/${id}`}>
              <bdi>{name}</bdi>
            </Link>
          </span>
          {publishedVersion === null ? (
            <Tag>{t("automations.draft")}</Tag>
          ) : (
            hasUnpublishedChanges && <Tag>{t("automations.unpublished")}</Tag>
          )}
        </span>
        <span className={styles.sentence}>{sentenceOf(automation.definition, words)}</span>
        <Stopped automation={automation} />
      </div>
      <span className={styles.type}>
        {type && <TypeSquare hue={toHue(type.hue)} />}
        <bdi>{type?.pluralName ?? t("automations.gone")}</bdi>
      </span>
      <span className={styles.health}>
        <Figures runs={runs} />
        {runs.lastAt && <span className={styles.last}>{t("automations.runs.last", { when: format.relative(runs.lastAt) })}</span>}
        {isOn && !hasUnpublishedChanges && automation.definition.trigger.kind === "everyPeriod" && (
          <span className={styles.last}>
            <NextRun trigger={automation.definition.trigger} />
          </span>
        )}
        {isOn && !hasUnpublishedChanges && isOfDates(automation.definition.trigger) && (
          <span className={styles.last}>
            <NextDate automationId={id} />
          </span>
        )}
      </span>
      <OnSwitch automation={automation} />
      {items.length > 0 && (
        <Menu
          aria-label={t("automations.deeds", { name })}
          placement="bottom end"
          trigger={<IconButton icon={more} label={t("automations.deeds", { name })} />}
        >
          {items}
        </Menu>
      )}
      {isRemoving && <RemoveDialog automation={automation} onClose={() => setRemoving(false)} />}
    </li>
  );
}
