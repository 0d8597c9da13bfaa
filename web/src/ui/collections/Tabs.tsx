import { type ReactNode, useEffect, useRef } from "react";
import {
  Tab as AriaTab,
  TabList as AriaTabList,
  TabPanel as AriaTabPanel,
  Tabs as AriaTabs,
  type TabListProps,
  type TabPanelProps,
  type TabProps as AriaTabProps,
  type TabsProps,
} from "react-aria-components/Tabs";
import { Icon, type IconShape } from "../display/Icon.tsx";
import styles from "./Tabs.module.css";

export function Tabs(props: Omit<TabsProps, "className" | "style">) {
  return <AriaTabs {...props} className={styles.tabs ?? ""} />;
}

/** A bar of 40, or 36 in dialogs. Scrolls sideways when it is too narrow. */
export function TabList({ size = 40, ...props }: Omit<TabListProps<object>, "className" | "style"> & { size?: 36 | 40 }) {
  return <AriaTabList {...props} className={styles.list ?? ""} data-size={size} />;
}

export interface TabProps extends Omit<AriaTabProps, "className" | "style" | "children"> {
  icon?: IconShape;
  /** Before the name, e.g. a card type's square. */
  before?: ReactNode;
  count?: ReactNode;
  children: ReactNode;
}

export function Tab({ icon, before, count, children, ...props }: TabProps) {
  return (
    <AriaTab {...props} className={styles.tab ?? ""}>
      {({ isSelected }) => (
        <>
          {isSelected && <InView />}
          {icon && <Icon of={icon} />}
          {before}
          {children}
          {count !== undefined && <span className={styles.count}>{count}</span>}
        </>
      )}
    </AriaTab>
  );
}

/** Scrolls a bar that is too narrow to the tab it stands in. */
function InView() {
  const ref = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    ref.current?.parentElement?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, []);
  return <span ref={ref} hidden />;
}

export function TabPanel(props: Omit<TabPanelProps, "className" | "style">) {
  return <AriaTabPanel {...props} className={styles.panel ?? ""} />;
}
