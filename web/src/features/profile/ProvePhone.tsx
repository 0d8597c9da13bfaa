import { useLayoutEffect, useRef, useState } from "react";
import { client } from "../../lib/api.ts";
import { useT } from "../../lib/i18n.tsx";
import { queryClient } from "../../lib/query-client.ts";
import { showToast } from "../../lib/toasts/toasts.ts";
import { Button } from "../../ui/actions/Button.tsx";
import { usePhoneText } from "../fields/display/PhoneNumber.tsx";
import { FormFailure } from "../identity/FormFailure.tsx";
import { CodeForm } from "../integrations/sms/CodeForm.tsx";
import { isTooSoon } from "../integrations/sms/queries.ts";
import { useSaving } from "../settings/useSaving.ts";
import { profileOptions, type Profile } from "./profile-query.ts";
import styles from "./ProfilePage.module.css";
import { isolated } from "../../lib/text-direction.ts";

const refresh = () => queryClient.invalidateQueries({ queryKey: profileOptions().queryKey });

/** Has the person prove the number in their profile by a code that is sent to it, so that reminders can come to it. */
export function ProvePhone({ phone, pending }: { phone: string; pending: Profile["phoneCode"] }) {
  const t = useT();
  const phoneText = usePhoneText();
  // Stays once a code was sent, also when that is no longer valid.
  const [isAsked, setAsked] = useState(pending !== null);
  const ask = async () => {
    await client.profile.sendPhoneCode.mutate({});
    await refresh();
    setAsked(true);
  };
  const asking = useSaving(ask, isTooSoon);
  const place = useRef<HTMLDivElement>(null);
  // It disappears once the number is verified: the focus moves to the switch above.
  useLayoutEffect(() => {
    const { current } = place;
    const group = current?.closest("fieldset");
    return () => {
      if (current?.contains(document.activeElement)) setTimeout(() => group?.querySelector("input")?.focus());
    };
  }, []);
  return (
    <div ref={place}>
      {isAsked ? (
        <>
          <p className={styles.line}>{t("security.phoneCode.sentTo", { phone: isolated(phoneText(phone), "ltr") })}</p>
          <CodeForm
            pending={pending}
            words={{
              label: t("security.phoneCode.label"),
              over: t("security.phoneCode.over"),
              valid: (count) => t("security.phoneCode.valid", { count }),
              verify: t("security.phoneCode.verify"),
              newCode: t("security.phoneCode.newCode"),
              newCodeIn: (time) => t("security.phoneCode.newCodeIn", { time }),
            }}
            onCode={async (code) => {
              try {
                await client.profile.verifyPhone.mutate({ code });
                showToast({ tone: "success", title: t("security.phoneCode.done") });
              } finally {
                await refresh();
              }
            }}
            onAgain={ask}
          />
        </>
      ) : (
        <>
          <FormFailure error={asking.error} />
          <Button isPending={asking.isPending} onPress={() => void asking.submit()}>
            {t("security.phoneCode.verify")}
          </Button>
        </>
      )}
    </div>
  );
}
