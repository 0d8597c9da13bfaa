import type { ReactNode } from "react";
import { Button } from "react-aria-components/Button";
import { useT, withWords } from "../../../lib/i18n.tsx";
import { later } from "../../../lib/later.tsx";
import type { Me } from "../../../lib/session.ts";
import { PersonAvatar } from "../../../ui/display/Avatar.tsx";
import { MenuButton } from "../../../ui/actions/MenuButton.tsx";
import styles from "./MeButton.module.css";

const MeMenu = later(async () => (await withWords(["support"], import("./MeMenu.tsx"))).MeMenu);

interface MeButtonProps {
  me: Me;
  look: "rail" | "tab";
  /** Class of a tab in the bar. */
  className?: string | undefined;
  children?: ReactNode;
}

export function MeButton({ me, look, className = styles.rail ?? "", children }: MeButtonProps) {
  const t = useT();
  const imageUrl = me.user.avatarId ? `/files/${me.user.avatarId}?inline` : undefined;
  return (
    <MenuButton
      preload={MeMenu.preload}
      button={(props) => (
        <Button
          {...props}
          className={className}
          {...(look === "rail" ? { "aria-label": t("shell.me", { name: me.user.name }) } : {})}
        >
          {children ?? <PersonAvatar userId={me.user.id} name={me.user.name} imageUrl={imageUrl} size={28} />}
        </Button>
      )}
      menu={(trigger) => (
        <MeMenu me={me} placement={look === "rail" ? "end bottom" : "top end"} hasTheme={look === "tab"} trigger={trigger} />
      )}
    />
  );
}
