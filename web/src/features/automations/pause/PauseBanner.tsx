import pauseIcon from "@fluentui/svg-icons/icons/pause_16_filled.svg?icon";
import { useT } from "../../../lib/i18n.tsx";
import { useCan } from "../../../lib/permissions.ts";
import { Banner, BannerButton } from "../../../ui/feedback/Banner.tsx";
import { useNameOf } from "../../people/people.ts";
import { useWhen } from "../../dates/when.ts";
import { usePauseState, useSetPaused } from "./queries.ts";

/** Who paused all automations, and since when; nothing while they run. */
export function PauseBanner() {
  const t = useT();
  const when = useWhen();
  const nameOf = useNameOf();
  const mayUpdate = useCan()(["AUTOMATION", "update"]);
  const state = usePauseState();
  const { mutate, isPending } = useSetPaused();
  if (!state?.isPaused) return null;
  return (
    <Banner
      tone="warning"
      icon={pauseIcon}
      label={t("automations.pauseAll.done")}
      action={
        mayUpdate && (
          <BannerButton onPress={() => isPending || mutate({ isPaused: false })}>{t("automations.pauseAll.resume")}</BannerButton>
        )
      }
    >
      {t("automations.pauseAll.since", {
        when: state.since ? when.full(state.since) : "",
        name: state.by ? nameOf(state.by) : "",
      })}
    </Banner>
  );
}
