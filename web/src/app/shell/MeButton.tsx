import { lazy, Suspense, useState, type ReactNode } from "react";
import { Button } from "react-aria-components/Button";
import { useT } from "../../lib/i18n.tsx";
import type { Me } from "../../lib/session.ts";
import { PersonAvatar } from "../../ui/Avatar.tsx";
import styles from "./MeButton.module.css";

const load = () => import("./MeMenu.tsx");
const prepare = () => void load();
const MeMenu = lazy(async () => ({ default: (await load()).MeMenu }));

/** The menu comes with the first hover, focus or press: menus are the heaviest part of the component kit, and the cards should not wait for one. */
export function MeButton({ me, look, children }: { me: Me; look: "rail" | "tab"; children?: ReactNode }) {
  const t = useT();
  const [isWanted, setWanted] = useState(false);
  const button = (
    <Button
      className={(look === "tab" ? styles.tab : styles.rail) ?? ""}
      {...(look === "rail" ? { "aria-label": t("shell.me", { name: me.user.name }) } : {})}
      {...(isWanted
        ? {}
        : { "aria-haspopup": "menu" as const, onPress: () => setWanted(true), onHoverStart: prepare, onFocus: prepare })}
    >
      {children ?? <PersonAvatar userId={me.user.id} name={me.user.name} size={28} />}
    </Button>
  );
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <MeMenu me={me} placement={look === "rail" ? "end bottom" : "top end"} hasTheme={look === "tab"} trigger={button} />
    </Suspense>
  );
}
