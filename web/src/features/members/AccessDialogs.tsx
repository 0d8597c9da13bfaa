import { isId } from "@kartis/core/kernel/id-form.ts";
import { useState } from "react";
import { client } from "../../lib/api.ts";
import { reportFailure } from "../../lib/failures.ts";
import { useT } from "../../lib/i18n.tsx";
import { FormDialog } from "../../ui/overlays/FormDialog.tsx";
import { showToast } from "../../lib/toasts/toasts.ts";
import { useTask } from "./MemberDialogs.tsx";
import { type Member, refreshMembers } from "./members.ts";
import styles from "./members.module.css";
import { type Place, RoleFields } from "./RoleFields.tsx";

interface ChosenProps {
  members: readonly Member[];
  onClose: () => void;
}

const idsOf = (members: readonly Member[]) => members.map(({ userId }) => userId);
/** Parameters of sentences that name one member and count more. */
const wordsOf = (members: readonly Member[]) => ({ count: members.length, name: members[0]?.name ?? "" });

/** Lets them in again, without a question: nothing is lost by it. */
export function useReinstate() {
  const t = useT();
  return async (members: readonly Member[]) => {
    try {
      await client.members.reinstate.mutate({ userIds: idsOf(members) });
      showToast({ tone: "success", code: "members.reinstated", title: t("members.reinstated", wordsOf(members)) });
    } catch (refused) {
      reportFailure(refused);
    }
    await refreshMembers();
  };
}

export function SuspendDialog({ members, onClose }: ChosenProps) {
  const t = useT();
  const { isPending, run } = useTask(onClose);
  const suspend = () =>
    run(async () => {
      await client.members.suspend.mutate({ userIds: idsOf(members) });
      showToast({ tone: "success", code: "members.suspended", title: t("members.suspended", wordsOf(members)) });
    });
  return (
    <FormDialog
      isAlert
      isDanger
      title={t("members.suspend.title", wordsOf(members))}
      action={t("members.suspend")}
      isPending={isPending}
      onSubmit={() => void suspend()}
      onClose={onClose}
    >
      <p>{t("members.suspend.message")}</p>
    </FormDialog>
  );
}

export function SignOutDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const t = useT();
  const { isPending, run } = useTask(onClose);
  const { name, userId } = member;
  const signOut = () =>
    run(async () => {
      await client.members.endSessions.mutate({ userId });
      showToast({ tone: "success", code: "members.signedOut", title: t("members.signedOut", { name }) });
    });
  return (
    <FormDialog
      isAlert
      isDanger
      title={t("members.signOut.title", { name })}
      action={t("members.signOut.confirm")}
      isPending={isPending}
      onSubmit={() => void signOut()}
      onClose={onClose}
    >
      <p>{t("members.signOut.message")}</p>
    </FormDialog>
  );
}

/** The same place for all of them. */
export function ChangeRolesDialog({ members, onClose }: ChosenProps) {
  const t = useT();
  const [first] = members;
  const [place, setPlace] = useState<Place>({
    systemRole: first?.systemRole === "ADMIN" ? "ADMIN" : "BASIC",
    roleId: first?.roleId ?? null,
  });
  const { isPending, run } = useTask(onClose);
  const save = () =>
    run(async () => {
      const roleId = isId("rol", place.roleId) ? place.roleId : null;
      await client.members.setRoles.mutate({ userIds: idsOf(members), systemRole: place.systemRole, roleId });
      showToast({ tone: "success", code: "members.role", title: t("members.roleChanged") });
    });
  return (
    <FormDialog
      onClose={onClose}
      size={560}
      title={
        members.length === 1 && first
          ? t("members.changeRole.title", { name: first.name })
          : t("members.changeRoles.title", { count: members.length })
      }
      action={t("common.save")}
      isPending={isPending}
      onSubmit={() => void save()}
    >
      <div className={styles.form}>
        <RoleFields place={place} onChange={setPlace} />
      </div>
    </FormDialog>
  );
}
