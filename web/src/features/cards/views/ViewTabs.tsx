import add from "@fluentui/svg-icons/icons/add_16_regular.svg?icon";
import calendar from "@fluentui/svg-icons/icons/calendar_ltr_16_regular.svg?icon";
import board from "@fluentui/svg-icons/icons/board_16_regular.svg?icon";
import chevronDown from "@fluentui/svg-icons/icons/chevron_down_12_regular.svg?icon";
import lock from "@fluentui/svg-icons/icons/lock_closed_16_regular.svg?icon";
import table from "@fluentui/svg-icons/icons/table_16_regular.svg?icon";
import type { CardType } from "@kartis/core/cards/schema.ts";
import type { SavedView } from "@kartis/core/views/schema.ts";
import { useRouter } from "@tanstack/react-router";
import { useState, type MouseEvent } from "react";
import { Button } from "react-aria-components/Button";
import { reportFailure } from "../../../lib/failures.ts";
import { useFormat, useT, withWords } from "../../../lib/i18n.tsx";
import { later, laterInFocus } from "../../../lib/later.tsx";
import { useDragOrder } from "../../../ui/collections/useDragOrder.ts";
import { Icon } from "../../../ui/display/Icon.tsx";
import { IconButton } from "../../../ui/actions/IconButton.tsx";
import { MenuButton } from "../../../ui/actions/MenuButton.tsx";
import { Num } from "../../../ui/display/Num.tsx";
import type { ListState } from "../list/useListState.ts";
import { useFitting } from "./useFitting.ts";
import { useMayChangeAny } from "./useMayChange.ts";
import styles from "./ViewTabs.module.css";

const ViewMenu = later(() => withWords(["views"], import("./ViewMenu.tsx")).then((module) => module.ViewMenu));
const MoreViews = later(async () => (await import("./MoreViews.tsx")).MoreViews);
const ViewDialog = laterInFocus(() => withWords(["views"], import("./ViewDialog.tsx")).then((module) => module.ViewDialog));

export function preloadViews(): void {
  for (const part of [ViewMenu, MoreViews, ViewDialog]) void part.preload();
}

interface ViewTabsProps {
  type: CardType | undefined;
  total: number | undefined;
  state: ListState;
}

export const viewIcon = (view: SavedView | undefined) =>
  view?.state.display === "kanban"
    ? board
    : view?.state.display === "calendar"
      ? calendar
      : view?.isPrivate
        ? lock
        : view
          ? undefined
          : table;

/** The views of the list, one press each; those that do not fit are under More. */
export function ViewTabs({ type, total, state }: ViewTabsProps) {
  const t = useT();
  const format = useFormat();
  const router = useRouter();
  const [isNaming, setNaming] = useState(false);
  const { views, view } = state;
  const active = view ? views.indexOf(view) + 1 : 0;
  const tabs = [undefined, ...views];
  const mayChange = useMayChangeAny();
  const dragged = useDragOrder({
    axis: "inline",
    onMove: (id, by) => {
      const moved = views.find((one) => one.id === id);
      if (moved)
        void withWords(["views"], import("./view-actions.ts")).then(({ moveView }) => moveView(moved, by), reportFailure);
    },
  });
  const { ref, away, isAway } = useFitting(tabs.map((tab) => `${tab?.id}${tab?.name}`).join(), tabs.length, active);
  const path = type ? `/cards/${type.slug}` : "/cards";
  const hrefOf = (tab: SavedView | undefined) => router.buildLocation({ to: path, search: tab ? { view: tab.slug } : {} }).href;

  function open(tab: SavedView | undefined) {
    void router.navigate({ to: path, search: tab ? { view: tab.slug } : {} });
  }
  function onClick(event: MouseEvent, tab: SavedView | undefined) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    // A press on the tab that is open already must not discard unsaved changes.
    if (tab !== view) open(tab);
  }

  return (
    <nav className={styles.tabs} aria-label={t("cards.views")} ref={ref}>
      {tabs.map((tab, at) => {
        const icon = viewIcon(tab);
        const isActive = tab === view;
        return (
          <span
            key={tab?.id ?? "all"}
            className={styles.tab}
            data-tab={at}
            data-active={isActive || undefined}
            data-away={isAway(at) || undefined}
            {...(tab ? dragged(tab.id, at - 1, mayChange(tab).update) : {})}
          >
            <a
              className={styles.link}
              href={hrefOf(tab)}
              aria-current={isActive ? "page" : undefined}
              title={tab?.description || undefined}
              onClick={(event) => onClick(event, tab)}
            >
              {icon && <Icon of={icon} />}
              <bdi className={styles.name}>{tab?.name ?? t("cards.views.all")}</bdi>
              {isActive && total !== undefined && (
                <span className={styles.count}>
                  <Num>{format.number(total)}</Num>
                </span>
              )}
            </a>
            {isActive && tab && (
              <MenuButton
                preload={ViewMenu.preload}
                button={(props) => (
                  <Button {...props} className={styles.opener ?? ""} aria-label={t("cards.view.menu", { name: tab.name })}>
                    <Icon of={chevronDown} />
                  </Button>
                )}
                menu={(trigger) => <ViewMenu trigger={trigger} state={state} view={tab} onGone={() => open(undefined)} />}
              />
            )}
          </span>
        );
      })}
      {away.length > 0 && (
        <MenuButton
          preload={MoreViews.preload}
          button={(props) => (
            <Button {...props} className={styles.more ?? ""} data-more>
              {t("common.more")}
              <Icon of={chevronDown} />
            </Button>
          )}
          menu={(trigger) => <MoreViews trigger={trigger} views={away.flatMap((at) => tabs[at] ?? [])} onChoose={open} />}
        />
      )}
      <IconButton
        icon={add}
        label={t("cards.view.new")}
        onHoverStart={() => void ViewDialog.preload()}
        onPress={() => setNaming(true)}
      />
      {isNaming && (
        <ViewDialog
          typeId={type?.id ?? null}
          state={state.current}
          onClose={() => setNaming(false)}
          onDone={(made) => open(made)}
        />
      )}
    </nav>
  );
}
