import type { SavedView } from "@kartis/core/views/schema.ts";
import type { ReactElement } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { Menu, MenuItem } from "../../../ui/overlays/Menu.tsx";
import { viewIcon } from "./ViewTabs.tsx";

interface MoreViewsProps {
  trigger: ReactElement;
  views: readonly SavedView[];
  onChoose: (view: SavedView) => void;
}

/** The views that have no room in the row of tabs. */
export function MoreViews({ trigger, views, onChoose }: MoreViewsProps) {
  const t = useT();
  return (
    <Menu defaultOpen placement="bottom end" aria-label={t("cards.views")} trigger={trigger}>
      {views.map((view) => {
        const icon = viewIcon(view);
        return (
          <MenuItem
            key={view.id}
            id={view.id}
            textValue={view.name}
            note={view.description}
            {...(icon ? { icon } : {})}
            onAction={() => onChoose(view)}
          >
            <bdi>{view.name}</bdi>
          </MenuItem>
        );
      })}
    </Menu>
  );
}
