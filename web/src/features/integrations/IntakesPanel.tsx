import add from "@fluentui/svg-icons/icons/add_16_regular.svg?icon";
import type { MessageKey } from "@kartis/i18n/messages.ts";
import { type ReactNode, useState } from "react";
import { trpc } from "../../lib/api.ts";
import { useT } from "../../lib/i18n.tsx";
import { useLive } from "../../lib/live/live.ts";
import { useCan } from "../../lib/permissions.ts";
import { queryClient } from "../../lib/query-client.ts";
import { Button } from "../../ui/actions/Button.tsx";
import { Link } from "../../ui/actions/Link.tsx";
import type { IconShape } from "../../ui/display/Icon.tsx";
import { EmptyState, ErrorState } from "../../ui/feedback/EmptyState.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { AddIntake } from "./AddIntake.tsx";
import styles from "./webhooks/webhooks.module.css";

/** Words that both kinds of intake have in catalogues of their own. */
export interface IntakeWords {
  readonly intro: MessageKey;
  readonly how: MessageKey;
  readonly none: MessageKey;
  readonly noneText: MessageKey;
  readonly noneDenied: MessageKey;
  readonly list: MessageKey;
  readonly add: MessageKey;
  readonly name: MessageKey;
  readonly nameAbout: MessageKey;
  readonly type: MessageKey;
}

interface RowState {
  readonly mayManage: boolean;
  readonly isFocused: boolean;
  readonly onOpen: () => void;
}

interface IntakesPanelProps<Intake extends { readonly id: string }> {
  /** The organization's; undefined while loading. */
  intakes: readonly Intake[] | undefined;
  error: unknown;
  refresh: () => Promise<unknown>;
  /** The kind of their records. */
  subject: "leadForm" | "incomingWebhook";
  icon: IconShape;
  words: IntakeWords;
  documentation: string;
  create: (input: { name: string; typeId: `typ_${string}` }) => Promise<{ readonly id: string }>;
  row: (intake: Intake, state: RowState) => ReactNode;
  view: (intake: Intake, onBack: () => void) => ReactNode;
}

/** The organization's lead forms or incoming webhooks; or, with one of them open, its settings and what came in. */
export function IntakesPanel<Intake extends { readonly id: string }>(props: IntakesPanelProps<Intake>) {
  const { intakes, error, refresh, subject, icon, words, documentation, create, row, view } = props;
  const t = useT();
  const mayManage = useCan()(["ORGANIZATION", "update"]);
  // A notification leads to one of them.
  const [openedId, setOpenedId] = useState(() => new URLSearchParams(location.search).get("intake") ?? undefined);
  /** The one that was closed last: its row takes the focus. */
  const [leftId, setLeftId] = useState<string>();
  const [isAdding, setAdding] = useState(false);
  useLive((message) => {
    const isType = message.kind !== "batch" && message.subject.kind === "cardType";
    if (isType) void queryClient.invalidateQueries(trpc.cards.types.pathFilter());
    if (isType || message.kind === "batch" || message.subject.kind === subject) void refresh();
  });
  if (!intakes)
    return error ? (
      <ErrorState error={error} actions={<Button onPress={() => void refresh()}>{t("common.tryAgain")}</Button>} />
    ) : (
      <SkeletonRows rows={4} columns={["2fr", "1fr"]} />
    );
  function open(id: string) {
    setOpenedId(id);
    setLeftId(id);
  }
  const opened = intakes.find(({ id }) => id === openedId);
  if (opened && mayManage) return view(opened, () => setOpenedId(undefined));
  const adding = mayManage && (
    <Button icon={add} variant={intakes.length === 0 ? "primary" : "secondary"} onPress={() => setAdding(true)}>
      {t(words.add)}
    </Button>
  );
  return (
    <div className={styles.panel}>
      <p className={styles.intro}>
        {t(words.intro)} <Link href={documentation}>{t(words.how)}</Link>
      </p>
      {intakes.length === 0 ? (
        <EmptyState icon={icon} title={t(words.none)} level={3} actions={adding}>
          {t(mayManage ? words.noneText : words.noneDenied)}
        </EmptyState>
      ) : (
        <>
          <ul className={styles.endpoints} aria-label={t(words.list)}>
            {intakes.map((intake) => row(intake, { mayManage, isFocused: leftId === intake.id, onOpen: () => open(intake.id) }))}
          </ul>
          <div>{adding}</div>
        </>
      )}
      {isAdding && (
        <AddIntake
          words={words}
          create={create}
          onClose={() => setAdding(false)}
          onMade={async (id) => {
            await refresh();
            setAdding(false);
            open(id);
          }}
        />
      )}
    </div>
  );
}
