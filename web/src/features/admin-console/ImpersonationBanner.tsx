import shield from "@fluentui/svg-icons/icons/shield_keyhole_16_regular.svg?icon";
import { useRouter } from "@tanstack/react-router";
import { useCallback, useEffect, useState } from "react";
import { client } from "../../lib/api.ts";
import { reportFailure } from "../../lib/failures.ts";
import { useT } from "../../lib/i18n.tsx";
import { refreshSession, type Me } from "../../lib/session.ts";
import { Banner, BannerButton } from "../../ui/feedback/Banner.tsx";

const minute = 60_000;

/** Above everything while a platform admin acts as somebody: as whom, for how long yet, and the way out. */
export function ImpersonationBanner({ me, until }: { me: Me; until: string }) {
  const t = useT();
  const router = useRouter();
  const [left, setLeft] = useState(() => Date.parse(until) - Date.now());

  const leave = useCallback(async () => {
    const organizationId = me.organization?.id;
    await refreshSession();
    await router.navigate({ href: `/admin-console/organizations?orgId=${organizationId}` });
    await router.invalidate();
  }, [me.organization?.id, router]);

  useEffect(() => {
    const timer = setInterval(() => {
      const now = Date.parse(until) - Date.now();
      setLeft(now);
      // The server has ended it by itself.
      if (now <= 0) leave().catch(reportFailure);
    }, 5_000);
    return () => clearInterval(timer);
  }, [until, leave]);

  async function exit() {
    await client.adminConsole.endImpersonation.mutate({});
    await leave();
  }

  return (
    <Banner
      tone="danger"
      icon={shield}
      label={t("admin.impersonate")}
      action={<BannerButton onPress={() => void exit().catch(reportFailure)}>{t("admin.exit")}</BannerButton>}
    >
      {t("admin.banner", {
        name: me.user.name,
        organization: me.organization?.name ?? "",
        count: Math.max(0, Math.floor(left / minute)),
      })}
    </Banner>
  );
}
