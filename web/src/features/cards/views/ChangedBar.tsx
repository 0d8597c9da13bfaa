import type { CardType } from "@kartis/core/cards/schema.ts";
import type { ViewState } from "@kartis/core/views/schema.ts";
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { reportFailure } from "../../../lib/failures.ts";
import { useIsPhone } from "../../../lib/device/useIsPhone.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { Dialog } from "../../../ui/overlays/Dialog.tsx";
import { Menu, MenuItem } from "../../../ui/overlays/Menu.tsx";
import type { ListState } from "../list/useListState.ts";
import { writeDraft } from "./drafts.ts";
import { useMayChange } from "./useMayChange.ts";
import { saveState } from "./view-actions.ts";
import { ViewDialog } from "./ViewDialog.tsx";
import styles from "./views.module.css";

/** Differences between the list and its view, with actions on them: nothing is saved without asking. */
export function ChangedBar({ type, state }: { type: CardType | undefined; state: ListState }) {
  const t = useT();
  const router = useRouter();
  const { view, changed, current } = state;
  const may = useMayChange(view);
  const isPhone = useIsPhone();
  const [asks, setAsks] = useState<"name" | "conflict">();
  const [isSaving, setSaving] = useState(false);
  const close = () => setAsks(undefined);

  function openSaved(slug: string) {
    writeDraft(`${type?.id ?? "all"}:${view?.id ?? ""}`, undefined);
    void router.navigate({ to: router.state.location.pathname, search: { view: slug }, replace: true });
  }

  async function save(baseVersion: number | undefined) {
    if (!view) return;
    setSaving(true);
    try {
      if ((await saveState(view, current, baseVersion)) === "conflict") return setAsks("conflict");
      close();
      openSaved(view.slug);
    } finally {
      setSaving(false);
    }
    return undefined;
  }

  // One line of a phone has no room for it.
  const isOtherInMenu = isPhone && may.create && view !== undefined && may.update;
  const partName = (part: keyof ViewState) => t(`views.part.${part}`);
  const saveLabel = t(view?.isPrivate ? "views.save" : "views.saveForEveryone");
  return (
    <div className={styles.changed} role="group" aria-label={t("views.changed")}>
      <Menu
        aria-label={t("views.changed")}
        trigger={<Button variant="ghost">{t("views.changed")}</Button>}
        header={<p className={styles.note}>{t("views.changed.hint")}</p>}
      >
        {changed.map((part) => (
          <MenuItem
            key={part}
            id={part}
            textValue={partName(part)}
            onAction={() => state.discard([part])}
            note={t("views.takeBack")}
          >
            {partName(part)}
          </MenuItem>
        ))}
        {isOtherInMenu && <MenuItem onAction={() => setAsks("name")}>{t("views.saveAsNew")}</MenuItem>}
      </Menu>
      <Button variant="ghost" onPress={() => state.discard()}>
        {t("views.discard")}
      </Button>
      {may.create && !isOtherInMenu && (
        <Button variant={view && may.update ? "ghost" : "secondary"} onPress={() => setAsks("name")}>
          {t(view ? "views.saveAsNew" : "views.saveView")}
        </Button>
      )}
      {view && may.update && (
        <Button
          isPending={isSaving}
          pendingLabel={t("common.saving")}
          onPress={() => void save(state.baseVersion).catch(reportFailure)}
        >
          {saveLabel}
        </Button>
      )}
      {asks === "name" && (
        <ViewDialog typeId={type?.id ?? null} state={current} onClose={close} onDone={(made) => openSaved(made.slug)} />
      )}
      {asks === "conflict" && view && (
        <Dialog
          title={t("views.conflict.title")}
          isOpen
          size={560}
          role="alertdialog"
          onClose={close}
          footer={
            <>
              <Button
                size={32}
                onPress={() => {
                  close();
                  state.discard();
                }}
              >
                {t("views.conflict.theirs")}
              </Button>
              <Button size={32} onPress={() => setAsks("name")}>
                {t("views.saveAsNew")}
              </Button>
              <Button size={32} variant="primary" onPress={() => void save(undefined).catch(reportFailure)}>
                {t("views.conflict.mine")}
              </Button>
            </>
          }
        >
          <p>{t("views.conflict.message", { name: view.name })}</p>
        </Dialog>
      )}
    </div>
  );
}
