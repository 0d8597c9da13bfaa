import type { OperationId } from "@kartis/core/kernel/id.ts";
import { useRouter } from "@tanstack/react-router";
import { useT } from "../../../lib/i18n.tsx";
import type { RouterOutputs } from "../../../lib/types.ts";
import { Button } from "../../../ui/actions/Button.tsx";
import { save } from "../../exports/useExport.ts";
import { RevertButton } from "./RevertButton.tsx";
import type { ImportTarget } from "../targets/target.ts";

interface NextStepsProps {
  operationId: OperationId;
  operation: RouterOutputs["operations"]["get"];
  target: ImportTarget;
  /** It was undone. */
  isTakenBack: boolean;
  onTakenBack: () => void;
  /** Number of rows that the import after this check would create or update. */
  toDo: number;
  isStarting: boolean;
  /** Undefined where this browser does not know the file. */
  onImport: (() => void) | undefined;
  onBack: () => void;
  onAgain: () => void;
}

/** Actions after a check or an import has ended. */
export function NextSteps(props: NextStepsProps) {
  const { operationId, operation, target, isTakenBack, onTakenBack, toDo, isStarting, onImport, onBack, onAgain } = props;
  const t = useT();
  const router = useRouter();
  const { state, dryRun, created, updated, rejectsUrl } = operation;
  return (
    <>
      {rejectsUrl && (
        <Button size={32} onPress={() => rejectsUrl && save(rejectsUrl)}>
          {t("imports.rejects")}
        </Button>
      )}
      {dryRun && state === "done" ? (
        <>
          <Button size={32} onPress={onBack}>
            {t("common.back")}
          </Button>
          <Button
            size={32}
            variant="primary"
            isDisabled={!onImport || toDo === 0}
            isPending={isStarting}
            onPress={() => onImport?.()}
          >
            {t("imports.import", { count: toDo })}
          </Button>
        </>
      ) : (
        <>
          {!dryRun && !isTakenBack && created + updated > 0 && target.mayTakeBack(operation) && (
            <RevertButton size={32} target={target} operationId={operationId} onReverted={onTakenBack} />
          )}
          <Button size={32} onPress={onAgain}>
            {t("imports.another")}
          </Button>
          <Button size={32} variant="primary" onPress={() => void router.navigate({ to: target.listHref })}>
            {t("imports.toList", { label: target.name })}
          </Button>
        </>
      )}
    </>
  );
}
