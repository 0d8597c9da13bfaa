import addIcon from "@fluentui/svg-icons/icons/calendar_add_16_regular.svg?icon";
import calendarIcon from "@fluentui/svg-icons/icons/calendar_ltr_16_regular.svg?icon";
import { useCommands } from "../../lib/keys/commands.ts";
import { useT } from "../../lib/i18n.tsx";
import { importIcon } from "../../ui/display/transfer-icons.ts";
import { type CalendarView, calendarViews } from "./search.ts";

interface CalendarCommands {
  readonly view: CalendarView;
  /** Views that can be chosen. */
  readonly views?: readonly CalendarView[];
  readonly onView: (view: CalendarView) => void;
  readonly onStep: (by: 1 | -1) => void;
  readonly onToday: () => void;
  /** Moves the focus to the previous or next entry. */
  readonly onEntry: (by: 1 | -1) => void;
  readonly create: { readonly id?: string; readonly label: string; readonly run: () => void } | undefined;
  /** Opens the import of meetings, from the calendar itself. */
  readonly goToImport?: (() => void) | undefined;
  readonly leave: (() => void) | undefined;
  /** Selects what has the focus, where several can be selected. */
  readonly select?: (() => void) | undefined;
}

const keys = { day: "D", week: "W", month: "M", agenda: "A" } as const;

/** Key commands of a calendar; the palette and the help show the same. */
export function useCalendarCommands(commands: CalendarCommands): void {
  const { view, views = calendarViews, onView, onStep, onToday, onEntry, create, goToImport, leave, select } = commands;
  const t = useT();
  const list = { group: "list" } as const;
  const isRtl = document.documentElement.dir === "rtl";
  const step = (by: 1 | -1) => () => onStep(by);
  useCommands([
    ...views.map(
      (name) =>
        ({
          ...list,
          id: `calendar.view.${name}`,
          label: t("calendar.show", { view: t(`calendar.view.${name}`) }),
          icon: calendarIcon,
          shortcut: keys[name],
          run: () => onView(name),
        }) as const,
    ),
    goToImport && { ...list, id: "calendar.import", label: t("calendar.import"), icon: importIcon, run: goToImport },
    { ...list, id: "calendar.today", label: t("common.today"), icon: calendarIcon, shortcut: "T", run: onToday },
    // The arrows as they lie on the screen.
    {
      ...list,
      id: "calendar.next",
      label: t(`calendar.next.${view}`),
      shortcut: isRtl ? "ArrowLeft" : "ArrowRight",
      onlyKey: true,
      run: step(1),
    },
    {
      ...list,
      id: "calendar.previous",
      label: t(`calendar.previous.${view}`),
      shortcut: isRtl ? "ArrowRight" : "ArrowLeft",
      onlyKey: true,
      run: step(-1),
    },
    // Needed because the arrow keys move an entry that has the focus. In the agenda these keys scroll.
    ...(view === "agenda"
      ? []
      : ([
          {
            ...list,
            id: "calendar.nextPage",
            label: t(`calendar.next.${view}`),
            shortcut: "PageDown",
            onlyKey: true,
            run: step(1),
          },
          {
            ...list,
            id: "calendar.previousPage",
            label: t(`calendar.previous.${view}`),
            shortcut: "PageUp",
            onlyKey: true,
            run: step(-1),
          },
        ] as const)),
    { ...list, id: "calendar.nextEntry", label: t("calendar.nextEntry"), shortcut: "J", onlyKey: true, run: () => onEntry(1) },
    {
      ...list,
      id: "calendar.previousEntry",
      label: t("calendar.previousEntry"),
      shortcut: "K",
      onlyKey: true,
      run: () => onEntry(-1),
    },
    create && {
      id: "calendar.new",
      group: "create",
      icon: addIcon,
      shortcut: "N",
      opensField: true,
      ...create,
    },
    select && { ...list, id: "calendar.select", label: t("calendar.many.select"), shortcut: "X", onlyKey: true, run: select },
    leave && { ...list, id: "calendar.leave", label: t("common.close"), shortcut: "Escape", onlyKey: true, run: leave },
  ]);
}
