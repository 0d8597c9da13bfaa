import { cycles, paidPlans, priceCurrency, savingOf, seatPrices } from "@kartis/core/billing/rules.ts";
import { plans } from "@kartis/core/plans/plans.ts";
import { createTranslate, type Translate } from "@kartis/i18n/create-translate.ts";
import { formatter } from "@kartis/i18n/format.ts";
import type { Language } from "@kartis/i18n/languages.ts";
import { loadArea } from "@kartis/i18n/load.ts";
import { use, useId, useState } from "react";
import { planLines } from "../../features/billing/plan-lines.ts";
import { useT } from "../language.ts";
import { signUpPath } from "../Layout.tsx";
import styles from "./Prices.module.css";

const loaded = new Map<Language, Promise<Translate>>();

/** Uses the app's own texts for plans, which the other public pages do not load. */
function usePlanWords(language: Language): Translate {
  const words = loaded.get(language) ?? loadArea(language, "plans").then((area) => createTranslate(language, area));
  loaded.set(language, words);
  return use(words);
}

/** Prices and features of each plan, from the plans' own definition. */
export default function Prices() {
  const t = useT();
  const words = usePlanWords(t.language);
  const format = formatter({ language: t.language });
  const [cycle, setCycle] = useState<(typeof cycles)[number]>("yearly");
  const name = useId();
  const saving = Math.min(...paidPlans.map(savingOf));
  return (
    <section id="prices" className={styles.prices}>
      <div className={styles.head}>
        <div>
          <h2>{t("public.home.prices.title")}</h2>
          <p>{t("public.home.prices.lead", { days: plans.TRIAL.trialDays })}</p>
        </div>
        <fieldset className={styles.cycle}>
          <legend>{words("plans.cycle")}</legend>
          {cycles.map((one) => (
            <label key={one}>
              <input type="radio" name={name} value={one} checked={cycle === one} onChange={() => setCycle(one)} />
              <span>{one === "yearly" ? words("plans.yearly.saving", { percent: saving }) : words("plans.monthly")}</span>
            </label>
          ))}
        </fieldset>
      </div>
      <div className={styles.columns}>
        {paidPlans.map((type) => (
          <article key={type} className={styles.column} aria-label={words(`plans.type.${type}`)}>
            <h3>{words(`plans.type.${type}`)}</h3>
            <p className={styles.price}>
              <bdi>{format.money(seatPrices[type][cycle], priceCurrency, { whole: true })}</bdi>
              <span>{words("plans.perSeat")}</span>
            </p>
            <ul>
              {planLines(type, words, format)
                .filter(({ isIncluded }) => isIncluded)
                .map(({ key, text, isInTheMaking }) => (
                  <li key={key}>
                    {text}
                    {isInTheMaking && <small> {words("plans.inTheMaking")}</small>}
                  </li>
                ))}
            </ul>
            <a href={signUpPath} data-look={type === "PRO" ? "primary" : "secondary"}>
              {t("public.start")}
            </a>
          </article>
        ))}
      </div>
    </section>
  );
}
