import { useMemo } from "react";
import { type Command, commandGroups, labelOf, useCurrentCommands } from "../../lib/keys/commands.ts";
import { useT } from "../../lib/i18n.tsx";
import { shortcutKeys } from "../../lib/keys/shortcuts.ts";
import { Dialog } from "../../ui/overlays/Dialog.tsx";
import { Kbd } from "../../ui/actions/Kbd.tsx";
import styles from "./ShortcutsHelp.module.css";

/** The keys that work on the page behind, and in its table where there is one. */
export function ShortcutsHelp({ onClose }: { onClose: () => void }) {
  const t = useT();
  const here = useCurrentCommands();
  const groups = useMemo(() => {
    const keyOf = ({ shortcut }: Command) => shortcut && shortcutKeys(shortcut);
    // If two commands have the same key, the first one runs.
    const commands = here.filter(
      (command) => keyOf(command) !== undefined && here.find((other) => keyOf(other) === keyOf(command)) === command,
    );
    // The table of cards: the list of tasks is a grid without columns, and has keys of its own.
    const hasGrid = document.querySelector("[role=grid][aria-colcount]") !== null;
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
    const hasFlow = document.querySelector("[data-canvas] [data-node]") !== null;
    const flow = [
      ["↑|↓", t("palette.flow.move")],
      ["Enter", t("palette.flow.open")],
      ["Alt+↑|Alt+↓", t("palette.flow.order")],
      ["Mod+D", t("palette.flow.duplicate")],
      ["Delete", t("palette.flow.delete")],
      ["Escape", t("palette.flow.escape")],
    ].map(([keys = "", label = ""]) => ({ keys: keys.split("|"), label }));
    const isAgenda = document.querySelector("[data-view=agenda] [data-calendar-view]") !== null;
    const isCalendar = isAgenda || document.querySelector("[data-calendar-view]") !== null;
    const calendar = [
      ...(isAgenda
        ? []
        : [
            { keys: ["↑", "↓", "←", "→"], label: t("palette.calendar.move") },
            { keys: ["Shift+↑", "Shift+↓"], label: t("palette.calendar.resize") },
            { keys: ["Enter"], label: t("palette.calendar.save") },
            { keys: ["Escape"], label: t("palette.calendar.escape") },
          ]),
      { keys: ["Delete"], label: t("palette.calendar.delete") },
    ];
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
    return [
      ...(hasGrid ? [{ title: t("palette.group.grid"), entries: grid }] : []),
      ...(hasFlow ? [{ title: t("palette.group.flow"), entries: flow }] : []),
      ...(isCalendar ? [{ title: t("palette.group.calendar"), entries: calendar }] : []),
      ...own,
    ].filter(({ entries }) => entries.length > 0);
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
