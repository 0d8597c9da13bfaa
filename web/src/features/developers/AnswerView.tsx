import { useT } from "../../lib/i18n.tsx";
import { Pill } from "../../ui/display/Pill.tsx";
import styles from "./developers.module.css";
import type { Answer } from "./request.ts";

/** The form can be long, and what came back stands below it. */
const reveal = (node: HTMLElement | null) => {
  node?.scrollIntoView({ block: "nearest" });
};

/** The response: status, duration, headers and body. */
export function AnswerView({ answer }: { answer: Answer }) {
  const t = useT();
  const hue = answer.status < 300 ? "green" : answer.status < 500 ? "orange" : "red";
  return (
    <section ref={reveal} className={styles.block}>
      <header>
        <h3>{t("developers.answer")}</h3>
        <span role="status" className={styles.outcome}>
          <Pill hue={hue}>{`${answer.status} ${answer.statusText}`.trim()}</Pill>
          <span className={styles.quiet}>{t("developers.took", { milliseconds: answer.milliseconds })}</span>
        </span>
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by the keyboard */}
      <pre dir="ltr" tabIndex={0} data-testid="answer">
        {answer.body}
      </pre>
      <details>
        <summary>{t("developers.headers")}</summary>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by the keyboard */}
        <pre dir="ltr" tabIndex={0}>
          {answer.headers.map(([name, value]) => `${name}: ${value}`).join("\n")}
        </pre>
      </details>
    </section>
  );
}
