import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { client, trpc } from "../../lib/api.ts";
import { reportFailure } from "../../lib/failures.ts";
import { useT } from "../../lib/i18n.tsx";
import { endSession, meOptions, refreshSession } from "../../lib/session.ts";
import { useTitle } from "../../lib/pages/title.ts";
import { Brand } from "../../ui/display/Brand.tsx";
import { Button } from "../../ui/actions/Button.tsx";
import { TwoStep } from "./TwoStep.tsx";
import formStyles from "../identity/forms.module.css";
import styles from "../identity/welcome/WelcomePage.module.css";

/** `/two-step`: for a member of an organization that requires two-step sign-in, until they have set it up. */
export function TwoStepPage() {
  const t = useT();
  const router = useRouter();
  const { data: me } = useQuery(meOptions());
  const { data: state } = useQuery(trpc.identity.secondFactor.queryOptions({}));
  useTitle(t("identity.twoStep.title"));

  async function goOn() {
    await refreshSession();
    await router.navigate({ to: "/cards" });
  }
  async function signOut() {
    await client.identity.signOut.mutate({}).catch(reportFailure);
    await endSession();
    await router.navigate({ to: "/login" });
  }

  return (
    <div className={styles.page} data-single>
      <div className={styles.start}>
        <header className={styles.header}>
          <Brand />
          <Button variant="ghost" onPress={() => void signOut()}>
            {t("shell.signOut")}
          </Button>
        </header>
        <main className={styles.main}>
          <div className={styles.form}>
            <div>
              <h1 className={formStyles.title}>{t("identity.twoStep.title")}</h1>
              {me?.twoStepFor && (
                <p className={styles.subtitle}>{t("identity.twoStep.intro", { organization: me.twoStepFor })}</p>
              )}
            </div>
            <TwoStep isForSetUp />
            {state?.isOn && (
              <Button variant="primary" size={40} onPress={() => void goOn()}>
                {t("identity.twoStep.continue")}
              </Button>
            )}
          </div>
        </main>
      </div>
    </div>
  );
}
