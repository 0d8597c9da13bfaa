import download from "@fluentui/svg-icons/icons/arrow_download_16_regular.svg?icon";
import type { CardType } from "@kartis/core/cards/schema.ts";
import type { OperationId } from "@kartis/core/kernel/id.ts";
import { useQuery } from "@tanstack/react-query";
import { trpc } from "../../../lib/api.ts";
import { useT } from "../../../lib/i18n.tsx";
import { queryClient } from "../../../lib/query-client.ts";
import { Button } from "../../../ui/actions/Button.tsx";
import { Denied } from "../../../ui/feedback/Denied.tsx";
import { useCardTypes } from "../../records/card-types.ts";
import { save } from "../../exports/useExport.ts";
import { RevertButton } from "../../imports/result/RevertButton.tsx";
import { useCardTarget } from "../../imports/targets/cards.ts";
import { useMeetingTarget } from "../../imports/targets/meetings.ts";
import type { ImportTarget } from "../../imports/targets/target.ts";
import { useTaskTarget } from "../../imports/targets/tasks.ts";
import styles from "./actions.module.css";

interface ImportActionsProps {
  operationId: OperationId;
  /** What the rows became, as the import was started: a card type's id, `tasks` or `meetings`. */
  typeId: unknown;
  onActed: () => void;
}

/** Takes a finished import back, and fetches the rows that were refused: what the import's own screen has, as long as the file is kept. */
export function ImportActions({ typeId, ...props }: ImportActionsProps) {
  const { types } = useCardTypes();
  if (typeId === "tasks") return <OfTasks {...props} />;
  if (typeId === "meetings") return <OfMeetings {...props} />;
  const type = types?.find(({ id }) => id === typeId);
  return type ? <OfCards type={type} {...props} /> : null;
}

type OfProps = Omit<ImportActionsProps, "typeId">;
const OfTasks = (props: OfProps) => <Actions target={useTaskTarget()} {...props} />;
const OfMeetings = (props: OfProps) => <Actions target={useMeetingTarget()} {...props} />;
const OfCards = ({ type, ...props }: OfProps & { type: CardType }) => <Actions target={useCardTarget(type)} {...props} />;

function Actions({ target, operationId, onActed }: OfProps & { target: ImportTarget }) {
  const t = useT();
  const { data: operation } = useQuery(
    trpc.operations.get.queryOptions({ operationId }, { staleTime: 0, retry: false, meta: { quiet: true } }),
  );
  const { data: past } = useQuery(
    trpc.imports.list.queryOptions({ typeId: target.id }, { staleTime: 0, retry: false, meta: { quiet: true } }),
  );
  if (!operation) return null;
  const { state, dryRun, created, updated, rejectsUrl } = operation;
  const isTakenBack = past?.some((one) => one.operationId === operationId && one.takenBack) ?? false;
  const label = t("imports.revert");
  const denied = (
    <Denied label={label} reason={`${t("imports.revert.denied")}. ${t("common.denied.message")}.`}>
      <Button size={28}>{label}</Button>
    </Denied>
  );
  const revert = () =>
    target.mayTakeBack(operation) ? (
      <RevertButton
        size={28}
        target={target}
        operationId={operationId}
        onReverted={() => {
          void queryClient.invalidateQueries(trpc.imports.list.pathFilter());
          onActed();
        }}
      />
    ) : (
      denied
    );
  return (
    <>
      {rejectsUrl && (
        <Button size={28} icon={download} onPress={() => save(rejectsUrl)}>
          {t("imports.rejects")}
        </Button>
      )}
      {isTakenBack && <span className={styles.quiet}>{t("imports.past.takenBack")}</span>}
      {!dryRun && state !== "running" && !isTakenBack && created + updated > 0 && revert()}
    </>
  );
}
