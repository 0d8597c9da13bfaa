import { isId } from "@kartis/core/kernel/id-form.ts";
import type { UserId } from "@kartis/core/kernel/id.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client, trpc } from "../../lib/api.ts";
import { reportFailure } from "../../lib/failures.ts";
import { useT } from "../../lib/i18n.tsx";
import { refreshSession } from "../../lib/session.ts";
import { Button } from "../../ui/actions/Button.tsx";
import { Dialog } from "../../ui/overlays/Dialog.tsx";
import { Select } from "../../ui/inputs/Select.tsx";
import { showToast } from "../../lib/toasts/toasts.ts";
import { type Member, refreshMembers } from "./members.ts";
import styles from "./members.module.css";

interface MemberDialogProps {
  member: Member;
  onClose: () => void;
}

/** Runs what the dialog is for; what was chosen stays when it is refused. */
export function useTask(onClose: () => void) {
  const [isPending, setPending] = useState(false);
  async function run(task: () => Promise<void>) {
    setPending(true);
    try {
      await task();
      onClose();
      await refreshMembers();
    } catch (refused) {
      reportFailure(refused);
      setPending(false);
    }
  }
  return { isPending, run };
}

/** Removing asks who takes over what the person owns, and says how much that is. */
export function RemoveDialog({ member, members, onClose }: MemberDialogProps & { members: readonly Member[] }) {
  const t = useT();
  const { data: holdings } = useQuery(trpc.members.holdings.queryOptions({ userId: member.userId }, { staleTime: 0, gcTime: 0 }));
  const [heirId, setHeirId] = useState<UserId | null>(null);
  const [isAsked, setAsked] = useState(false);
  const { isPending, run } = useTask(onClose);
  const { cards = 0, tasks = 0, meetings = 0 } = holdings ?? {};
  const owns = cards + tasks + meetings > 0;
  const isMissing = owns && !heirId;

  function remove() {
    setAsked(true);
    if (isMissing) return;
    void run(async () => {
      const { operationId } = await client.members.remove.mutate({ userId: member.userId, heirId: owns ? heirId : null });
      showToast({
        tone: "success",
        code: "members.removed",
        title: t("members.removed", { name: member.name }),
        ...(operationId ? { message: t("members.removed.handOver") } : {}),
      });
    });
  }

  return (
    <Dialog
      role="alertdialog"
      isOpen
      onClose={onClose}
      title={t("members.remove.title", { name: member.name })}
      footer={
        <>
          <Button size={32} onPress={onClose}>
            {t("common.cancel")}
          </Button>
          <Button size={32} variant="danger" isPending={isPending} isDisabled={!holdings} onPress={remove}>
            {t("members.remove.confirm")}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <p>{t("members.remove.message")}</p>
        {cards > 0 && <p>{t("members.remove.owns", { count: cards })}</p>}
        {tasks > 0 && <p>{t("members.remove.ownsTasks", { count: tasks })}</p>}
        {meetings > 0 && <p>{t("members.remove.ownsMeetings", { count: meetings })}</p>}
        {holdings && !owns && <p>{t("members.remove.ownsNothing")}</p>}
        {owns && (
          <Select
            label={t("members.remove.heir")}
            options={members
              .filter(({ userId, suspendedAt }) => userId !== member.userId && !suspendedAt)
              .map(({ userId, name }) => ({ id: userId, label: name }))}
            value={heirId}
            onChange={(id) => isId("usr", id) && setHeirId(id)}
            errorMessage={isAsked && isMissing ? t("members.remove.heir.required") : undefined}
          />
        )}
      </div>
    </Dialog>
  );
}

export function TransferDialog({ member, onClose }: MemberDialogProps) {
  const t = useT();
  const { isPending, run } = useTask(onClose);
  const { name } = member;
  const transfer = () =>
    run(async () => {
      await client.organizations.transfer.mutate({ userId: member.userId });
      await refreshSession();
      showToast({ tone: "success", code: "members.transferred", title: t("members.transferred", { name }) });
    });
  return (
    <Dialog
      role="alertdialog"
      isOpen
      onClose={onClose}
      title={t("members.transfer.title", { name })}
      footer={
        <>
          <Button size={32} onPress={onClose}>
            {t("common.cancel")}
          </Button>
          <Button size={32} variant="danger" isPending={isPending} onPress={() => void transfer()}>
            {t("members.transfer.confirm")}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <p>{t("members.transfer.message", { name })}</p>
      </div>
    </Dialog>
  );
}
