import { ListBox, ListBoxItem } from "react-aria-components/ListBox";
import { useT } from "../../../lib/i18n.tsx";
import { hues } from "../../../ui/display/hue.ts";
import styles from "./Swatches.module.css";

/** The hues of the product as a value keeps them: the dots of the light theme, so that a color is the same in both. */
const colors = {
  slate: "#7e8797",
  brown: "#b27651",
  red: "#d75457",
  orange: "#d35e1c",
  amber: "#da9504",
  lime: "#88a700",
  green: "#12a056",
  teal: "#089a92",
  sky: "#0593bf",
  blue: "#4c82e8",
  violet: "#926cdc",
  pink: "#cc5594",
} as const satisfies Record<(typeof hues)[number], string>;

/** The twelve hues to choose from; any other color is typed. */
export function Swatches({ label, value, onPick }: { label: string; value: string; onPick: (color: string) => void }) {
  const t = useT();
  return (
    <ListBox
      aria-label={label}
      layout="grid"
      className={styles.swatches ?? ""}
      selectionMode="single"
      selectedKeys={[value.trim().toLowerCase()]}
      escapeKeyBehavior="none"
      disallowEmptySelection
      onSelectionChange={(keys) => {
        const [color] = keys === "all" ? [] : keys;
        if (color !== undefined) onPick(String(color));
      }}
    >
      {hues.map((hue) => (
        <ListBoxItem
          key={hue}
          id={colors[hue]}
          textValue={t(`cardTypes.hue.${hue}`)}
          aria-label={t(`cardTypes.hue.${hue}`)}
          className={styles.swatch ?? ""}
          style={{ background: colors[hue] }}
        />
      ))}
    </ListBox>
  );
}
