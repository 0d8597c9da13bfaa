import type { Hue } from "@kartis/core/cards/fields/field.ts";
import { Button } from "react-aria-components/Button";
import { useT } from "../../lib/i18n.tsx";
import { hues } from "../../ui/display/hue.ts";
import { isHue } from "../../ui/display/stored-hue.ts";
import { Menu, MenuItem } from "../../ui/overlays/Menu.tsx";
import styles from "./editor.module.css";

interface HueMenuProps {
  /** Name of the element that gets the color. */
  label: string;
  hue: Hue | undefined;
  /** Offers no color at all. */
  onClear?: () => void;
  onChange: (hue: Hue) => void;
}

const none = "none";

/** A swatch that opens the twelve hues by name. */
export function HueMenu({ label, hue, onClear, onChange }: HueMenuProps) {
  const t = useT();
  return (
    <Menu
      aria-label={label}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[hue ?? none]}
      onAction={(key) => {
        const chosen = String(key);
        if (isHue(chosen)) onChange(chosen);
        else onClear?.();
      }}
      trigger={
        <Button
          className={styles.hueButton ?? ""}
          aria-label={t("cardTypes.hueOf", { name: label, hue: hue ? t(`cardTypes.hue.${hue}`) : t("cardTypes.hue.none") })}
        >
          <i className={styles.swatch} data-hue={hue} data-none={!hue || undefined} />
        </Button>
      }
    >
      {[...(onClear ? [none] : []), ...hues].map((one) => (
        <MenuItem key={one} id={one} textValue={isHue(one) ? t(`cardTypes.hue.${one}`) : t("cardTypes.hue.none")}>
          <span className={styles.hueItem}>
            <i className={styles.swatch} data-hue={isHue(one) ? one : undefined} data-none={!isHue(one) || undefined} />
            {isHue(one) ? t(`cardTypes.hue.${one}`) : t("cardTypes.hue.none")}
          </span>
        </MenuItem>
      ))}
    </Menu>
  );
}
