import { useState, type ReactElement, type ReactNode } from "react";
import type { ButtonProps } from "react-aria-components/Button";

export type OpenerProps = Pick<ButtonProps, "onPress" | "onHoverStart" | "onFocus" | "aria-haspopup">;

interface MenuButtonProps {
  /** Fetches what `menu` is drawn with. */
  preload: () => Promise<void>;
  /** The button; it spreads the props it is given. */
  button: (props: OpenerProps) => ReactElement;
  /** The menu around its trigger, open from the start. */
  menu: (trigger: ReactElement) => ReactNode;
}

/** A button whose menu comes with the first hover, focus or press: menus are the heaviest part of the component kit, and the cards should not wait for one. */
export function MenuButton({ preload, button, menu }: MenuButtonProps) {
  const [isWanted, setWanted] = useState(false);
  if (isWanted) return menu(button({}));
  const prepare = () => void preload();
  return button({
    "aria-haspopup": "menu",
    onPress: () => void preload().then(() => setWanted(true)),
    onHoverStart: prepare,
    onFocus: prepare,
  });
}
