import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client, trpc } from "../../lib/api.ts";
import { useT } from "../../lib/i18n.tsx";
import { queryClient } from "../../lib/query-client.ts";
import type { RouterOutputs } from "../../lib/types.ts";
import { Button } from "../../ui/actions/Button.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { showToast } from "../../lib/toasts/toasts.ts";
import { ConfirmByCode } from "./ConfirmByCode.tsx";
import styles from "./ProfilePage.module.css";
import { RecoveryCodes } from "./RecoveryCodes.tsx";
import { SetUpTwoStep } from "./SetUpTwoStep.tsx";

type Open =
  | { kind: "setUp"; started: RouterOutputs["identity"]["startTotp"] }
  | { kind: "renew" | "disable" }
  | { kind: "codes"; codes: readonly string[] };

/** An authenticator app as the second step of signing in: off and on, and the codes for when it is lost. `isForSetUp`: it is only to be set up here. */
export function TwoStep({ isForSetUp = false }: { isForSetUp?: boolean }) {
  const t = useT();
  const { data: state } = useQuery(trpc.identity.secondFactor.queryOptions({}));
  const [open, setOpen] = useState<Open>();
  const start = useMutation(
    trpc.identity.startTotp.mutationOptions({ onSuccess: (started) => setOpen({ kind: "setUp", started }) }),
  );
  const close = () => setOpen(undefined);
  const showCodes = async (codes: readonly string[]) => {
    setOpen({ kind: "codes", codes });
    await refresh();
  };
  if (!state) return <SkeletonRows rows={1} columns={["1fr"]} />;
  return (
    <>
      {state.isOn ? (
        <>
          <p className={styles.note}>
            {t("security.twoStep.on")} {t("security.twoStep.codesLeft", { count: state.recoveryCodesLeft })}
          </p>
          {!isForSetUp && (
            <div className={styles.buttons}>
              <Button onPress={() => setOpen({ kind: "renew" })}>{t("security.twoStep.renew")}</Button>
              <Button onPress={() => setOpen({ kind: "disable" })}>{t("security.twoStep.disable")}</Button>
            </div>
          )}
        </>
      ) : (
        <div>
          <Button isPending={start.isPending} onPress={() => start.mutate({})}>
            {t("security.twoStep.setUp")}
          </Button>
        </div>
      )}
      {open?.kind === "setUp" && <SetUpTwoStep started={open.started} onDone={showCodes} onClose={close} />}
      {open?.kind === "renew" && (
        <ConfirmByCode
          title={t("security.twoStep.renew")}
          intro={t("security.twoStep.renew.intro")}
          onClose={close}
          onCode={async (code) => showCodes((await client.identity.renewRecoveryCodes.mutate({ code })).recoveryCodes)}
        />
      )}
      {open?.kind === "disable" && (
        <ConfirmByCode
          title={t("security.twoStep.disable")}
          intro={t("security.twoStep.disable.intro")}
          isDanger
          onClose={close}
          onCode={async (code) => {
            await client.identity.disableTotp.mutate({ code });
            close();
            showToast({ tone: "success", title: t("security.twoStep.disabled") });
            await refresh();
          }}
        />
      )}
      {open?.kind === "codes" && <RecoveryCodes codes={open.codes} onClose={close} />}
    </>
  );
}

async function refresh(): Promise<void> {
  await Promise.all(
    [trpc.identity.secondFactor, trpc.identity.sessions, trpc.identity.passkeys].map((query) =>
      queryClient.invalidateQueries(query.pathFilter()),
    ),
  );
}
