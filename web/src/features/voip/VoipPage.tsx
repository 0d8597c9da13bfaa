import { callStatuses } from "@kartis/core/activities/types/call.ts";
import { isId } from "@kartis/core/kernel/id-form.ts";
import { useEffect, useEffectEvent, useState } from "react";
import { useT } from "../../lib/i18n.tsx";
import { useLive } from "../../lib/live/live.ts";
import { useCrumbs } from "../../lib/pages/crumbs.ts";
import { useTitle } from "../../lib/pages/title.ts";
import { useCan } from "../../lib/permissions.ts";
import { DeniedState, GatedState } from "../../ui/feedback/EmptyState.tsx";
import { SearchInput } from "../../ui/inputs/SearchInput.tsx";
import { SegmentedControl } from "../../ui/inputs/SegmentedControl.tsx";
import { Select } from "../../ui/inputs/Select.tsx";
import { loadPhoneFormat } from "../fields/display/PhoneNumber.tsx";
import { useMembers } from "../people/people.ts";
import { CallList } from "./CallList.tsx";
import { MemberTable } from "./MemberTable.tsx";
import { refreshCalls } from "./queries.ts";
import { useHasTelephony } from "./rights.ts";
import { directions, useVoipSearch, voipFolders } from "./search.ts";
import styles from "./voip.module.css";

// Numbers are written as people do as soon as may be; a page that waited for it would not take the focus.
void loadPhoneFormat();

/** `/voip`: the organization's calls, those to call back, and the calls of each member. */
export function VoipPage() {
  const t = useT();
  const can = useCan();
  const hasTelephony = useHasTelephony();
  useTitle(t("voip.title"));
  useCrumbs([{ label: t("voip.title") }]);
  if (!can(["COMMENTS", "read"]) || !hasTelephony)
    return <div className={styles.alone}>{can(["COMMENTS", "read"]) ? <GatedState level={1} /> : <DeniedState level={1} />}</div>;
  return <Center />;
}

function Center() {
  const t = useT();
  const [{ folder }, change] = useVoipSearch();
  useLive((message) => {
    if (message.kind === "batch" || message.subject.kind === "call" || message.subject.kind === "card") refreshCalls();
  });
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1 className={styles.title}>{t(`voip.folder.${folder}`)}</h1>
        <span className={styles.folders}>
          <SegmentedControl
            label={t("voip.title")}
            options={voipFolders.map((id) => ({ id, label: t(`voip.folder.${id}`) }))}
            value={folder}
            onChange={(next) => change({ folder: next })}
          />
        </span>
      </header>
      {folder === "members" ? (
        <MemberTable />
      ) : (
        <>
          <Filters />
          <CallList key={folder} />
        </>
      )}
    </div>
  );
}

const searchMs = 200;
/** The choice that limits nothing. */
const everything = "everything";

function Filters() {
  const t = useT();
  const members = useMembers();
  const [{ folder, direction, status, userId, query }, change] = useVoipSearch();
  const [typed, setTyped] = useState(query);
  const search = useEffectEvent((text: string) => change({ query: text }));
  useEffect(() => {
    if (typed === query) return undefined;
    const timer = setTimeout(() => search(typed), searchMs);
    return () => clearTimeout(timer);
  }, [typed, query]);
  return (
    <div className={styles.filters}>
      <span className={styles.search}>
        <SearchInput label={t("voip.search")} value={typed} onChange={setTyped} />
      </span>
      {folder === "all" && (
        <>
          <Select
            aria-label={t("voip.filter.direction")}
            size={28}
            options={[
              { id: everything, label: t("voip.filter.anyDirection") },
              ...directions.map((id) => ({ id, label: t(`voip.direction.${id}`) })),
            ]}
            value={direction ?? everything}
            onChange={(id) => change({ direction: directions.find((known) => known === id) })}
          />
          <Select
            aria-label={t("voip.filter.status")}
            size={28}
            options={[
              { id: everything, label: t("voip.filter.anyStatus") },
              ...callStatuses.map((id) => ({ id, label: t(`voip.status.${id}`) })),
            ]}
            value={status ?? everything}
            onChange={(id) => change({ status: callStatuses.find((known) => known === id) })}
          />
        </>
      )}
      <Select
        aria-label={t("voip.filter.member")}
        size={28}
        options={[
          { id: everything, label: t("voip.filter.anyMember") },
          ...members.map(({ userId: id, name }) => ({ id, label: name })),
        ]}
        value={userId ?? everything}
        onChange={(id) => change({ userId: isId("usr", id) ? id : undefined })}
      />
    </div>
  );
}
