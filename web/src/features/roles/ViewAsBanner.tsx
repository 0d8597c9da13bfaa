import eye from "@fluentui/svg-icons/icons/eye_16_regular.svg?icon";
import type { Me } from "../../lib/session.ts";
import { useRouter } from "@tanstack/react-router";
import { useT } from "../../lib/i18n.tsx";
import { Banner, BannerButton } from "../../ui/feedback/Banner.tsx";
import { endViewAs } from "./view-as.ts";

/** Banner above everything during "View as this role", so that nobody mistakes it for their own view. */
export function ViewAsBanner({ role }: { role: NonNullable<Me["viewAs"]> }) {
  const t = useT();
  const router = useRouter();
  return (
    <Banner
      tone="warning"
      icon={eye}
      label={t("roles.viewAs")}
      action={<BannerButton onPress={() => void endViewAs(router, role.roleId)}>{t("roles.viewAs.exit")}</BannerButton>}
    >
      {t("roles.viewAs.banner", { name: role.name })}
    </Banner>
  );
}
