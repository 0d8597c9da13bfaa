import { useMemo } from "react";
import { commandGroups, labelOf, useCurrentCommands } from "../../lib/commands.ts";
import { useT } from "../../lib/i18n.tsx";
import { Dialog } from "../../ui/overlays/Dialog.tsx";
import { Kbd } from "../../ui/actions/Kbd.tsx";
import styles from "./ShortcutsHelp.module.css";

/** The keys that work on the page behind, and in its table where there is one. */
export function ShortcutsHelp({ onClose }: { onClose: () => void }) {
  const t = useT();
  const here = useCurrentCommands();
  const groups = useMemo(() => {
    const commands = here.filter((command) => command.shortcut !== undefined);
    const hasGrid = document.querySelector("[role=grid]") !== null;
    const grid = [
      ["↑|↓", t("palette.grid.move")],
      ["J", t("palette.grid.down")],
      ["K", t("palette.grid.up")],
      ["Enter", t("palette.grid.open")],
      ["E", t("palette.grid.edit")],
      ["Tab", t("palette.grid.next")],
      ["X", t("palette.grid.select")],
      ["Shift+X", t("palette.grid.selectRange")],
      ["Mod+A", t("palette.grid.selectAll")],
      ["Shift+↑|Shift+↓", t("palette.grid.range")],
      ["Mod+C", t("palette.grid.copy")],
      ["Mod+V", t("palette.grid.paste")],
      ["Mod+D", t("palette.grid.fill")],
      ["Delete", t("palette.grid.clear")],
      ["Shift+F10", t("palette.grid.menu")],
      ["Escape", t("palette.grid.escape")],
    ].map(([keys = "", label = ""]) => ({ keys: keys.split("|"), label }));
    const own = commandGroups.map((group) => ({
      title: t(`palette.group.${group}`),
      // Two keys for one command stand in its one line.
      entries: [
        ...Map.groupBy(
          commands.filter((command) => command.group === group),
          labelOf,
        ),
      ].map(([label, same]) => ({
        keys: same.map((command) => command.shortcut ?? ""),
        label,
      })),
    }));
    return [...(hasGrid ? [{ title: t("palette.group.grid"), entries: grid }] : []), ...own].filter(
      ({ entries }) => entries.length > 0,
    );
  }, [t, here]);
  return (
    <Dialog title={t("palette.help.title")} isOpen onClose={onClose} size={760}>
      <div className={styles.groups}>
        {groups.map(({ title, entries }) => (
          <section key={title} className={styles.group}>
            <h3 className={styles.title}>{title}</h3>
            <dl className={styles.entries}>
              {entries.map(({ keys, label }) => (
                <div key={`${keys.join()} ${label}`} className={styles.entry}>
                  <dt className={styles.label}>
                    <bdi>{label}</bdi>
                  </dt>
                  <dd className={styles.keys}>
                    {keys.map((one) => (
                      <Kbd key={one} keys={one} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
