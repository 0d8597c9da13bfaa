import add from "@fluentui/svg-icons/icons/add_16_regular.svg?icon";
import deleteIcon from "@fluentui/svg-icons/icons/delete_16_regular.svg?icon";
import { useT } from "../../../lib/i18n.tsx";
import { newId } from "../../../lib/new-id.ts";
import { Button } from "../../../ui/actions/Button.tsx";
import { MenuItem, MenuSeparator } from "../../../ui/overlays/Menu.tsx";
import { Tag } from "../../../ui/display/Pill.tsx";
import { moved, SortableList, stepped } from "../../../ui/collections/SortableList.tsx";
import type { LayoutDraft } from "../draft.ts";
import styles from "../editor.module.css";
import { LayoutEditor } from "./LayoutEditor.tsx";
import { RowMenu } from "../RowMenu.tsx";
import { useEditor } from "../useTypeEditor.ts";
import { useEditorSearch } from "../useEditorSearch.ts";

/** Layouts of the card page: a card gets the first one whose filter it passes, otherwise the main one. */
export function LayoutsSection() {
  const t = useT();
  const { draft, edit } = useEditor();
  const { open, go } = useEditorSearch();
  const { layouts } = draft;
  const layout = layouts.find((one) => one.id === open) ?? layouts[0];
  const order = (next: readonly LayoutDraft[]) => edit({ layouts: [...next] });

  const [first, ...others] = layouts;
  const nameOf = (one: LayoutDraft) => one.title || (one.isFirst ? t("cardTypes.layout.first") : t("cardTypes.unnamed"));

  /** Starts as a copy of the first layout. */
  function create() {
    const made: LayoutDraft = {
      id: newId("opt"),
      title: t("cardTypes.layout.next", { number: layouts.length + 1 }),
      groups: (first?.groups ?? []).map((group) => ({ ...group, id: newId("opt") })),
      roleIds: [],
      isFirst: false,
    };
    order([...layouts, made]);
    go({ open: made.id }, { replace: true });
  }

  const orderOthers = (next: readonly LayoutDraft[]) => first && order([first, ...next]);
  if (!first || !layout) return null;
  return (
    <div className={styles.split}>
      <div className={styles.side}>
        <SortableList
          label={t("cardTypes.layout.default")}
          items={[first]}
          textOf={nameOf}
          isFixed
          onMove={() => undefined}
          onOpen={(id) => go({ open: id }, { replace: true })}
          openId={layout.id}
        >
          {(one) => (
            <span className={styles.fixed}>
              <bdi className={styles.strong}>{nameOf(one)}</bdi>
              <Tag>{t("cardTypes.layout.default")}</Tag>
            </span>
          )}
        </SortableList>
        {others.length > 0 && (
          <SortableList
            label={t("cardTypes.section.layouts")}
            items={others}
            textOf={nameOf}
            onMove={(ids, beforeId) => orderOthers(moved(others, ids, beforeId))}
            onOpen={(id) => go({ open: id }, { replace: true })}
            openId={layout.id}
          >
            {(one) => {
              const at = others.findIndex((other) => other.id === one.id);
              return (
                <>
                  <span className={styles.main}>
                    <bdi className={styles.strong}>{nameOf(one)}</bdi>
                  </span>
                  <RowMenu
                    name={one.title}
                    isFirst={at === 0}
                    isLast={at === others.length - 1}
                    onStep={(step) => orderOthers(stepped(others, one.id, step))}
                  >
                    <MenuSeparator />
                    <MenuItem
                      icon={deleteIcon}
                      tone="danger"
                      onAction={() => orderOthers(others.filter((other) => other.id !== one.id))}
                    >
                      {t("common.remove")}
                    </MenuItem>
                  </RowMenu>
                </>
              );
            }}
          </SortableList>
        )}
        <div className={styles.under}>
          <Button variant="ghost" icon={add} onPress={create}>
            {t("cardTypes.addLayout")}
          </Button>
        </div>
        <p className={styles.hint}>{t("cardTypes.layouts.order")}</p>
      </div>
      <LayoutEditor key={layout.id} layout={layout} />
    </div>
  );
}
