import add from "@fluentui/svg-icons/icons/add_16_regular.svg?icon";
import deleteIcon from "@fluentui/svg-icons/icons/delete_16_regular.svg?icon";
import edit from "@fluentui/svg-icons/icons/edit_16_regular.svg?icon";
import eye from "@fluentui/svg-icons/icons/eye_16_regular.svg?icon";
import eyeOff from "@fluentui/svg-icons/icons/eye_off_16_regular.svg?icon";
import table from "@fluentui/svg-icons/icons/table_16_regular.svg?icon";
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { client } from "../../lib/api.ts";
import { useCrumbs } from "../../lib/pages/crumbs.ts";
import { errorMessage, toAppError } from "../../lib/errors.ts";
import { reportFailure } from "../../lib/failures.ts";
import { useFormat, useT } from "../../lib/i18n.tsx";
import { useCan } from "../../lib/permissions.ts";
import { queryClient } from "../../lib/query-client.ts";
import { useTitle } from "../../lib/pages/title.ts";
import type { RouterOutputs } from "../../lib/types.ts";
import { Button } from "../../ui/actions/Button.tsx";
import { Dialog } from "../../ui/overlays/Dialog.tsx";
import { toHue } from "../../ui/display/stored-hue.ts";
import { MenuItem, MenuSeparator } from "../../ui/overlays/Menu.tsx";
import { Ltr, Num } from "../../ui/display/Num.tsx";
import { Tag, TypeSquare } from "../../ui/display/Pill.tsx";
import { moved, SortableList, stepped } from "../../ui/collections/SortableList.tsx";
import settings from "../settings/settings.module.css";
import { SettingsHeader } from "../settings/SettingsHeader.tsx";
import styles from "./editor.module.css";
import { RowMenu } from "./RowMenu.tsx";
import { cardTypesOptions } from "./saving/save.ts";
import { useEditorSearch } from "./useEditorSearch.ts";

type CountedType = RouterOutputs["cards"]["types"][number];

/** All types in menu order. */
export function CardTypeList({ types }: { types: readonly CountedType[] }) {
  const t = useT();
  const format = useFormat();
  const router = useRouter();
  const can = useCan();
  const { go } = useEditorSearch();
  const [deleting, setDeleting] = useState<CountedType>();
  useTitle(t("cardTypes.title"));
  useCrumbs([{ label: t("shell.settings"), href: "/settings" }, { label: t("cardTypes.title") }]);

  /** Applies the change immediately; reverts it, with the reason, if the server refuses. */
  async function change(next: readonly CountedType[], write: () => Promise<unknown>) {
    const { queryKey } = cardTypesOptions();
    const before = queryClient.getQueryData(queryKey);
    await queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData(queryKey, [...next]);
    try {
      await write();
    } catch (failure) {
      queryClient.setQueryData(queryKey, before);
      reportFailure(failure);
    }
    await queryClient.invalidateQueries({ queryKey });
  }

  const reorder = (next: readonly CountedType[]) =>
    void change(next, () => client.cardTypes.reorder.mutate({ typeIds: next.map((type) => type.id) }));

  const toggle = (type: CountedType) =>
    void change(
      types.map((other) => (other.id === type.id ? { ...type, hidden: !type.hidden } : other)),
      () => client.cardTypes.update.mutate({ typeId: type.id, expectedVersion: type.version, changes: { hidden: !type.hidden } }),
    );

  return (
    <div className={settings.page}>
      <SettingsHeader
        title={t("cardTypes.title")}
        meta={<Num>{format.number(types.length)}</Num>}
        actions={
          can(["CARD_TYPES", "create"]) && (
            <Button variant="primary" icon={add} onPress={() => go({ id: "new" })}>
              {t("cardTypes.new")}
            </Button>
          )
        }
      />
      <div className={styles.scroll}>
        <p className={styles.lead}>{t("cardTypes.lead")}</p>
        <div className={styles.types}>
          <SortableList
            label={t("cardTypes.title")}
            items={types}
            textOf={(type) => type.pluralName}
            onMove={(ids, beforeId) => reorder(moved(types, ids, beforeId))}
            onOpen={(id) => go({ id })}
          >
            {(type) => {
              const at = types.findIndex((other) => other.id === type.id);
              return (
                <>
                  <TypeSquare hue={toHue(type.hue)} />
                  <span className={styles.main}>
                    <bdi className={styles.strong}>{type.pluralName}</bdi>
                    <bdi className={styles.quiet}>{type.name}</bdi>
                  </span>
                  {type.hidden && <Tag>{t("cardTypes.hiddenMark")}</Tag>}
                  <span className={styles.slug}>
                    <Ltr>/{type.slug}</Ltr>
                  </span>
                  <span className={styles.number}>{t("cardTypes.cardCount", { count: type.count })}</span>
                  <RowMenu
                    name={type.pluralName}
                    isFirst={at === 0}
                    isLast={at === types.length - 1}
                    onStep={(step) => reorder(stepped(types, type.id, step))}
                  >
                    <MenuSeparator />
                    <MenuItem icon={edit} onAction={() => go({ id: type.id })}>
                      {t("common.edit")}
                    </MenuItem>
                    <MenuItem icon={table} onAction={() => void router.navigate({ href: `/cards/${type.slug}` })}>
                      {t("cardTypes.openTable")}
                    </MenuItem>
                    <MenuItem icon={type.hidden ? eye : eyeOff} onAction={() => toggle(type)}>
                      {type.hidden ? t("cardTypes.show") : t("cardTypes.hide")}
                    </MenuItem>
                    {can(["CARD_TYPES", "delete"]) && (
                      <MenuItem icon={deleteIcon} tone="danger" onAction={() => setDeleting(type)}>
                        {t("common.delete")}
                      </MenuItem>
                    )}
                  </RowMenu>
                </>
              );
            }}
          </SortableList>
        </div>
      </div>
      {deleting && <DeleteDialog type={deleting} onClose={() => setDeleting(undefined)} />}
    </div>
  );
}

/** A type with cards stays: said before it is tried, and by the server in any case. */
export function DeleteDialog({ type, onClose, onDeleted }: { type: CountedType; onClose: () => void; onDeleted?: () => void }) {
  const t = useT();
  const router = useRouter();
  const [isPending, setPending] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const hasCards = type.count > 0 || refusal !== undefined;

  async function remove() {
    setPending(true);
    try {
      await client.cardTypes.remove.mutate({ typeId: type.id });
      onClose();
      onDeleted?.();
      await queryClient.invalidateQueries({ queryKey: cardTypesOptions().queryKey });
    } catch (failure) {
      setRefusal(errorMessage(toAppError(failure)));
    } finally {
      setPending(false);
    }
  }

  return (
    <Dialog
      role="alertdialog"
      isOpen
      onClose={onClose}
      title={t("cardTypes.delete.title", { name: type.pluralName })}
      footer={
        <>
          <Button size={32} onPress={onClose}>
            {hasCards ? t("common.close") : t("common.cancel")}
          </Button>
          {hasCards ? (
            <Button size={32} variant="primary" onPress={() => void router.navigate({ href: `/cards/${type.slug}` })}>
              {t("cardTypes.openTable")}
            </Button>
          ) : (
            <Button size={32} variant="danger" isPending={isPending} onPress={() => void remove()}>
              {t("cardTypes.delete.confirm")}
            </Button>
          )}
        </>
      }
    >
      {hasCards ? (
        <div role="alert">
          <p>{refusal ?? t("errors.CARD_TYPE_DELETE_HAS_CARDS.message")}</p>
          {type.count > 0 && <p className={styles.note}>{t("cardTypes.delete.count", { count: type.count })}</p>}
        </div>
      ) : (
        <p>{t("cardTypes.delete.message")}</p>
      )}
    </Dialog>
  );
}
