import { useQuery } from "@tanstack/react-query";
import { trpc } from "../../../lib/api.ts";
import { useT } from "../../../lib/i18n.tsx";
import { useCan } from "../../../lib/permissions.ts";
import { Missing } from "./Missing.tsx";

/** Explains why SMS cannot be sent, if so. */
export function SmsMissing() {
  const t = useT();
  const maySetUp = useCan()(["ORGANIZATION", "update"]);
  const { data } = useQuery(trpc.sms.options.queryOptions({}, { staleTime: 0, meta: { quiet: true } }));
  if (!data?.obstacle) return null;
  const link =
    maySetUp && data.obstacle !== "notOffered" ? { href: "/settings/integrations?open=sms", label: t("sms.setUp") } : undefined;
  return <Missing link={link}>{t(`sms.obstacle.${data.obstacle}`)}</Missing>;
}
