import more from "@fluentui/svg-icons/icons/more_horizontal_16_regular.svg?icon";
import moveIcon from "@fluentui/svg-icons/icons/folder_arrow_right_16_regular.svg?icon";
import copyIcon from "@fluentui/svg-icons/icons/copy_16_regular.svg?icon";
import discardIcon from "@fluentui/svg-icons/icons/arrow_reset_20_regular.svg?icon";
import shareIcon from "@fluentui/svg-icons/icons/share_16_regular.svg?icon";
import rename from "@fluentui/svg-icons/icons/rename_16_regular.svg?icon";
import trash from "@fluentui/svg-icons/icons/delete_16_regular.svg?icon";
import type { Automation } from "@kartis/core/automations/schema.ts";
import { useRouter } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useT } from "../../lib/i18n.tsx";
import { later } from "../../lib/later.tsx";
import { useCan } from "../../lib/permissions.ts";
import { IconButton } from "../../ui/actions/IconButton.tsx";
import { SegmentedControl } from "../../ui/inputs/SegmentedControl.tsx";
import { Menu, MenuItem } from "../../ui/overlays/Menu.tsx";
import { Tag } from "../../ui/display/Pill.tsx";
import styles from "./automations.module.css";
import { Figures } from "./list/Figures.tsx";
import { MoveDialog } from "./list/MoveDialog.tsx";
import { OnSwitch } from "./list/OnSwitch.tsx";
import { RemoveDialog } from "./list/RemoveDialog.tsx";
import { RenameDialog } from "./list/RenameDialog.tsx";
import { Stopped } from "./list/Stopped.tsx";
import { PauseBanner } from "./pause/PauseBanner.tsx";
import { useDuplicate } from "./list/useDuplicate.ts";

const ShareDialog = later(async () => (await import("./sharing/ShareDialog.tsx")).ShareDialog);

export const tabs = ["build", "simulation", "runs", "versions"] as const;
export type Tab = (typeof tabs)[number];

interface FrameProps {
  automation: Automation;
  tab: Tab;
  /** Shown at the end of the header. */
  actions?: ReactNode;
  /** Reverts the draft to the published version; absent if there is nothing to revert. */
  onDiscard?: (() => void) | undefined;
  children: ReactNode;
}

/** The frame of an automation's page: name, switch, tabs and run statistics. */
export function Frame({ automation, tab, actions, onDiscard, children }: FrameProps) {
  const t = useT();
  const can = useCan();
  const router = useRouter();
  const duplicate = useDuplicate();
  const [asks, setAsks] = useState<"rename" | "move" | "remove" | "share">();
  const { id, name } = automation;
  const items = [
    can(["AUTOMATION", "update"]) && (
      <MenuItem key="rename" icon={rename} onAction={() => setAsks("rename")}>
        {t("automations.rename")}
      </MenuItem>
    ),
    can(["AUTOMATION", "update"]) && (
      <MenuItem key="move" icon={moveIcon} onAction={() => setAsks("move")}>
        {t("automations.folder.move")}
      </MenuItem>
    ),
    can(["AUTOMATION", "create"]) && (
      <MenuItem key="duplicate" icon={copyIcon} onAction={() => duplicate(automation)}>
        {t("automations.duplicate")}
      </MenuItem>
    ),
    // Somebody who may not update automations does not see all of it.
    can(["AUTOMATION", "update"]) && (
      <MenuItem key="share" icon={shareIcon} onAction={() => setAsks("share")}>
        {t("automations.share")}
      </MenuItem>
    ),
    onDiscard && (
      <MenuItem key="discard" icon={discardIcon} onAction={onDiscard}>
        {t("automations.discard")}
      </MenuItem>
    ),
    can(["AUTOMATION", "delete"]) && (
      <MenuItem key="remove" icon={trash} tone="danger" onAction={() => setAsks("remove")}>
        {t("common.delete")}
      </MenuItem>
    ),
  ].filter(Boolean);
  return (
    <div className={styles.page}>
      <header className={styles.pageHead}>
        <h1 className={styles.pageTitle}>
          <bdi>{name}</bdi>
        </h1>
        <OnSwitch automation={automation} hasWord />
        {automation.publishedVersion !== null && automation.hasUnpublishedChanges && <Tag>{t("automations.unpublished")}</Tag>}
        <SegmentedControl
          label={t("automations.tabs")}
          options={tabs.flatMap((one) =>
            one === "simulation" && !can(["AUTOMATION", "update"]) ? [] : [{ id: one, label: t(`automations.tab.${one}`) }],
          )}
          value={tab}
          onChange={(chosen) =>
            void router.navigate({ href: `/automations/${id}${chosen === "build" ? "" : `/${chosen}`}`, resetScroll: false })
          }
        />
        <Figures runs={automation.runs} />
        <div className={styles.pageActions}>
          {actions}
          {items.length > 0 && (
            <Menu
              aria-label={t("automations.deeds", { name })}
              placement="bottom end"
              trigger={<IconButton icon={more} label={t("automations.deeds", { name })} />}
            >
              {items}
            </Menu>
          )}
        </div>
      </header>
      <PauseBanner />
      <Stopped automation={automation} />
      {children}
      {asks === "rename" && <RenameDialog automation={automation} onClose={() => setAsks(undefined)} />}
      {asks === "move" && (
        <MoveDialog automations={[automation]} onClose={() => setAsks(undefined)} onMoved={() => setAsks(undefined)} />
      )}
      {asks === "share" && <ShareDialog automation={automation} onClose={() => setAsks(undefined)} />}
      {asks === "remove" && (
        <RemoveDialog
          automation={automation}
          onClose={() => setAsks(undefined)}
          onRemoved={() => void router.navigate({ to: "/automations" })}
        />
      )}
    </div>
  );
}
