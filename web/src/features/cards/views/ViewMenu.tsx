import arrowLeft from "@fluentui/svg-icons/icons/arrow_left_16_regular.svg?icon";
import arrowRight from "@fluentui/svg-icons/icons/arrow_right_16_regular.svg?icon";
import copy from "@fluentui/svg-icons/icons/copy_16_regular.svg?icon";
import remove from "@fluentui/svg-icons/icons/delete_16_regular.svg?icon";
import lock from "@fluentui/svg-icons/icons/lock_closed_16_regular.svg?icon";
import people from "@fluentui/svg-icons/icons/people_16_regular.svg?icon";
import rename from "@fluentui/svg-icons/icons/rename_16_regular.svg?icon";
import type { SavedView } from "@kartis/core/views/schema.ts";
import { useRouter } from "@tanstack/react-router";
import { useState, type ReactElement } from "react";
import { useQuery } from "@tanstack/react-query";
import { reportFailure } from "../../../lib/failures.ts";
import { useT } from "../../../lib/i18n.tsx";
import { meOptions } from "../../../lib/session.ts";
import { Menu, MenuItem, MenuSeparator } from "../../../ui/overlays/Menu.tsx";
import type { ListState } from "../list/useListState.ts";
import { changeView, createView, deleteView, moveView } from "./view-actions.ts";
import { useMayChange } from "./useMayChange.ts";
import { ViewDialog } from "./ViewDialog.tsx";

interface ViewMenuProps {
  trigger: ReactElement;
  state: ListState;
  view: SavedView;
  onGone: () => void;
}

/** Menu of the open view. */
export function ViewMenu({ trigger, state, view, onGone }: ViewMenuProps) {
  const t = useT();
  const router = useRouter();
  const userId = useQuery(meOptions()).data?.user.id;
  const may = useMayChange(view);
  const [isNaming, setNaming] = useState(false);
  const at = state.views.indexOf(view);

  async function duplicate() {
    const { typeId, description } = view;
    const made = await createView({
      typeId,
      name: t("views.copyOf", { name: view.name }).slice(0, 80),
      description,
      isPrivate: true,
      state: state.current,
    });
    await router.navigate({ to: router.state.location.pathname, search: { view: made.slug } });
  }

  const share = () => void changeView(view, { isPrivate: !view.isPrivate }).catch(reportFailure);
  return (
    <>
      <Menu defaultOpen aria-label={view.name} trigger={trigger}>
        <MenuItem icon={rename} isDisabled={!may.update} onAction={() => setNaming(true)}>
          {t("views.edit")}
        </MenuItem>
        <MenuItem
          icon={view.isPrivate ? people : lock}
          isDisabled={!may.update || (!view.isPrivate && view.ownerId !== userId)}
          onAction={share}
        >
          {t(view.isPrivate ? "views.makeShared" : "views.makePrivate")}
        </MenuItem>
        <MenuItem icon={copy} isDisabled={!may.create} onAction={() => void duplicate().catch(reportFailure)}>
          {t("views.duplicate")}
        </MenuItem>
        <MenuItem icon={arrowLeft} flipIcon isDisabled={!may.update || at <= 0} onAction={() => void moveView(view, -1)}>
          {t("views.moveBack")}
        </MenuItem>
        <MenuItem
          icon={arrowRight}
          flipIcon
          isDisabled={!may.update || at === state.views.length - 1}
          onAction={() => void moveView(view, 1)}
        >
          {t("views.moveOn")}
        </MenuItem>
        <MenuSeparator />
        <MenuItem
          icon={remove}
          tone="danger"
          isDisabled={!may.delete}
          onAction={() => {
            onGone();
            void deleteView(view);
          }}
        >
          {t("views.delete")}
        </MenuItem>
      </Menu>
      {isNaming && <ViewDialog typeId={view.typeId} state={view.state} view={view} onClose={() => setNaming(false)} />}
    </>
  );
}
