import add from "@fluentui/svg-icons/icons/add_16_regular.svg?icon";
import flash from "@fluentui/svg-icons/icons/flash_16_regular.svg?icon";
import { useQuery } from "@tanstack/react-query";
import { useLocation, useRouter } from "@tanstack/react-router";
import { trpc } from "../../lib/api.ts";
import { type Command, useCommands } from "../../lib/keys/commands.ts";
import { useT } from "../../lib/i18n.tsx";
import { useCan } from "../../lib/permissions.ts";
import { useIsPhone } from "../../lib/device/useIsPhone.ts";
import { useOpening } from "./opening.ts";

/** Commands for the automations page, a new automation, and each automation by name, which are fetched when the palette opens. */
export function AutomationCommands() {
  const t = useT();
  const router = useRouter();
  const can = useCan();
  const isPhone = useIsPhone();
  const isOpen = useOpening() === "palette";
  const isList = useLocation({ select: ({ pathname }) => pathname === "/automations" });
  const maySee = can(["AUTOMATION", "read"]);
  const { data: names = {} } = useQuery(
    trpc.automations.names.queryOptions({}, { staleTime: 60_000, enabled: maySee && isOpen, meta: { quiet: true } }),
  );
  useCommands([
    maySee && {
      id: "go.automations",
      label: t("shell.automations"),
      group: "go",
      icon: flash,
      shortcut: "G U",
      keywords: t("palette.goTo"),
      run: () => void router.navigate({ href: "/automations" }),
    },
    // The page has its own shortcut for it.
    can(["AUTOMATION", "create"]) &&
      !isPhone &&
      !isList && {
        id: "create.automation",
        label: t("palette.newAutomation"),
        group: "create",
        icon: add,
        run: () => void router.navigate({ href: "/automations?new=true" }),
      },
    ...(maySee ? Object.entries(names) : []).map(([id, name]): Command => ({
      id: `go.${id}`,
      label: name,
      group: "go",
      icon: flash,
      keywords: t("shell.automations"),
      run: () => void router.navigate({ href: `/automations/${id}` }),
    })),
  ]);
  return null;
}
