import type { ReactNode } from "react";
import { Icon, type IconShape } from "../../../ui/display/Icon.tsx";
import { Link } from "../../../ui/actions/Link.tsx";
import { useWhen } from "../../dates/when.ts";
import styles from "./entries.module.css";

interface EntryFrameProps {
  /** An icon, or a picture in its place. */
  icon: IconShape | ReactNode;
  tone?: "success" | "danger" | undefined;
  actor: string;
  /** The page of what acted, where it has one. */
  actorHref?: string | undefined;
  verb: ReactNode;
  at: string;
  actions?: ReactNode;
  isLast: boolean;
  isShown?: boolean;
  children?: ReactNode;
}

const isShape = (icon: IconShape | ReactNode): icon is IconShape => typeof icon === "object" && icon !== null && "paths" in icon;

/** An entry of the timeline: a node on its thread, a line that says who did what and when, and what there is to it. */
export function EntryFrame({ icon, tone, actor, actorHref, verb, at, actions, isLast, isShown, children }: EntryFrameProps) {
  const when = useWhen();
  return (
    <article className={styles.entry} data-last={isLast || undefined} data-shown={isShown || undefined}>
      <span className={styles.node} data-tone={tone}>
        {isShape(icon) ? <Icon of={icon} size={14} /> : icon}
      </span>
      <div className={styles.body}>
        <div className={styles.head}>
          {actor !== "" && (
            <b className={styles.actor}>
              {actorHref ? (
                <Link look="quiet" href={actorHref}>
                  <bdi>{actor}</bdi>
                </Link>
              ) : (
                <bdi>{actor}</bdi>
              )}
            </b>
          )}
          <span className={styles.verb}>{verb}</span>
          <span className={styles.end}>
            {actions}
            <time className={styles.time} dateTime={at} title={when.full(at)}>
              {when.time(at)}
            </time>
          </span>
        </div>
        {children}
      </div>
    </article>
  );
}
