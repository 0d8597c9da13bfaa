import chevronDown from "@fluentui/svg-icons/icons/chevron_down_16_regular.svg?icon";
import chevronUp from "@fluentui/svg-icons/icons/chevron_up_20_regular.svg?icon";
import moon from "@fluentui/svg-icons/icons/dark_theme_20_regular.svg?icon";
import timer from "@fluentui/svg-icons/icons/timer_20_regular.svg?icon";
import cards from "@fluentui/svg-icons/icons/contact_card_20_regular.svg?icon";
import search from "@fluentui/svg-icons/icons/search_16_regular.svg?icon";
import settings from "@fluentui/svg-icons/icons/settings_20_regular.svg?icon";
import bookmark from "@fluentui/svg-icons/icons/bookmark_20_regular.svg?icon";
import { type ReactNode, useState } from "react";
import { PersonAvatar, RecordAvatar } from "../../ui/display/Avatar.tsx";
import { Mark } from "../../ui/display/Brand.tsx";
import type { Hue } from "../../ui/display/hue.ts";
import { Icon } from "../../ui/display/Icon.tsx";
import { Pill, TypeSquare } from "../../ui/display/Pill.tsx";
import { useT } from "../language.ts";
import styles from "./Preview.module.css";

/** The changes of the sample card that can be taken back. */
type Change = "status" | "price" | "phone" | "merge";

interface Sample {
  readonly undone: ReadonlySet<Change>;
  readonly toggle: (change: Change) => void;
}

/**
 * A card's page with sample data, drawn by the app's own avatars, pills and icons: in the reader's language, direction and theme, which a screenshot could
 * not follow. Its history works: what is undone there changes on the card. What only surrounds it is not there for assistive technology.
 */
export function Preview() {
  const t = useT();
  const [undone, setUndone] = useState<ReadonlySet<Change>>(new Set());
  const toggle = (change: Change) =>
    setUndone(undone.has(change) ? new Set([...undone].filter((one) => one !== change)) : new Set([...undone, change]));
  const sample = { undone, toggle };
  const types: readonly (readonly [Hue, string, string])[] = [
    ["blue", t("public.shot.leads"), "1,284"],
    ["green", t("public.shot.customers"), "612"],
    ["violet", t("public.shot.projects"), "87"],
    ["amber", t("public.shot.products"), "240"],
    ["teal", t("public.shot.suppliers"), "41"],
  ];
  return (
    <div className={styles.stage} role="group" aria-label={t("public.shot.label")}>
      <div className={styles.window}>
        <div className={styles.rail} aria-hidden="true">
          <Mark size={22} />
          <span className={styles.tile}>
            <Icon of={cards} />
          </span>
          <Icon of={bookmark} />
          <Icon of={timer} />
          <span className={styles.grow} />
          <Icon of={moon} />
          <Icon of={settings} />
          <PersonAvatar userId="noa" name="Noa Adler" size={28} />
        </div>
        <div className={styles.panel} aria-hidden="true">
          <b>{t("public.shot.cards")}</b>
          <span className={styles.place}>{t("public.shot.allCards")}</span>
          <span className={styles.group}>{t("public.shot.types")}</span>
          {types.map(([hue, name, count], at) => (
            <span key={name} className={styles.place} data-current={at === 0 || undefined}>
              <TypeSquare hue={hue} />
              <span className={styles.grow}>{name}</span>
              <small>{count}</small>
            </span>
          ))}
        </div>
        <div className={styles.top} aria-hidden="true">
          <span className={styles.crumbs}>
            {t("public.shot.cards")} / {t("public.shot.leads")} / <b>Galil Cold Storage</b>
          </span>
          <span className={styles.search}>
            <Icon of={search} />
            <span className={styles.grow}>{t("public.shot.search")}</span>
            <kbd>⌘</kbd>
            <kbd>K</kbd>
          </span>
        </div>
        <div className={styles.sheet}>
          <div className={styles.head}>
            <RecordAvatar name="Galil Cold Storage" size={32} />
            <b>Galil Cold Storage</b>
            {undone.has("status") ? (
              <Pill hue="teal" size={24} hasChevron>
                {t("public.shot.connected")}
              </Pill>
            ) : (
              <Pill hue="violet" size={24} hasChevron>
                {t("public.shot.openDeal")}
              </Pill>
            )}
            <Icon of={chevronUp} size={16} />
            <Icon of={chevronDown} />
          </div>
          <div className={styles.columns}>
            <Fields undone={undone} />
            <Activity {...sample} />
            <Related isApart={undone.has("merge")} />
          </div>
        </div>
      </div>
    </div>
  );
}

function Fields({ undone }: Pick<Sample, "undone">) {
  const t = useT();
  return (
    <div className={styles.fields}>
      <FieldGroup title={t("public.shot.deal")}>
        <Field label={t("public.shot.owner")}>
          <PersonAvatar userId="noa" name="Noa Adler" /> Noa Adler
        </Field>
        <Field label={t("public.shot.stage")}>{t("public.shot.opportunity")}</Field>
        <Field label={t("public.shot.price")}>
          <bdi>{undone.has("price") ? "₪ 280,000.00" : "₪ 312,000.00"}</bdi>
        </Field>
        <Field label={t("public.shot.closeDate")}>
          <bdi>15.01.2027</bdi>
        </Field>
        <Field label={t("public.shot.source")}>{t("public.shot.referral")}</Field>
      </FieldGroup>
      <FieldGroup title={t("public.shot.contact")}>
        <Field label={t("public.shot.mainContact")}>Amit Regev</Field>
        <Field label={t("public.shot.email")}>
          <span className={styles.link}>amit@galilcold.example</span>
        </Field>
        <Field label={t("public.shot.phone")}>
          <bdi dir="ltr">{undone.has("phone") ? "+972 4 555 0127" : "+972 4 555 0172"}</bdi>
        </Field>
        <Field label={t("public.shot.website")}>
          <span className={styles.link}>galilcold.example</span>
        </Field>
      </FieldGroup>
    </div>
  );
}

function FieldGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.fieldGroup}>
      <b>
        <Icon of={chevronDown} /> {title}
      </b>
      {children}
    </div>
  );
}

function Field({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span className={styles.field}>
      <small>{label}</small>
      <span>{children}</span>
    </span>
  );
}

function Activity(sample: Sample) {
  const t = useT();
  return (
    <div className={styles.activity}>
      <div className={styles.tabs}>
        <b>{t("public.shot.activity")}</b>
        <span>{t("public.shot.files")}</span>
      </div>
      <small>{t("public.shot.today")}</small>
      <Entry who="Noa Adler" id="noa" what={t("public.shot.changedStatus")} at="11:48" change="status" sample={sample}>
        <Pill hue="teal">{t("public.shot.connected")}</Pill> <span className={styles.arrow}>→</span>{" "}
        <Pill hue="violet">{t("public.shot.openDeal")}</Pill>
      </Entry>
      <Entry who="Irina Sokolova" id="irina" what={t("public.shot.changedPrice")} at="10:20" change="price" sample={sample}>
        <bdi className={styles.before}>₪ 280,000.00</bdi> <span className={styles.arrow}>→</span> <bdi>₪ 312,000.00</bdi>
      </Entry>
      <small>{t("public.shot.yesterday")}</small>
      <Entry who="Kovács Dániel" id="daniel" what={t("public.shot.merged")} at="17:31" change="merge" sample={sample}>
        <RecordAvatar name="Galil Cold" /> Galil Cold
      </Entry>
      <Entry who="Noa Adler" id="noa" what={t("public.shot.changedPhone")} at="16:02" change="phone" sample={sample}>
        <bdi dir="ltr" className={styles.before}>
          +972 4 555 0127
        </bdi>{" "}
        <span className={styles.arrow}>→</span> <bdi dir="ltr">+972 4 555 0172</bdi>
      </Entry>
      <Entry who="Noa Adler" id="noa" what={t("public.shot.created")} at="15:20" sample={sample} />
    </div>
  );
}

interface EntryProps {
  who: string;
  id: string;
  what: string;
  at: string;
  /** The change that can be undone. */
  change?: Change;
  sample: Sample;
  children?: ReactNode;
}

function Entry({ who, id, what, at, change, sample, children }: EntryProps) {
  const t = useT();
  const isUndone = change !== undefined && sample.undone.has(change);
  const undo = change === "merge" ? t("public.shot.takeApart") : t("public.shot.undo");
  return (
    <div className={styles.entry}>
      <PersonAvatar userId={id} name={who} size={24} />
      <div className={styles.grow}>
        <span className={styles.entryHead}>
          <b>
            <bdi>{who}</bdi>
          </b>
          <span className={styles.grow}>{what}</span>
          <small>{at}</small>
        </span>
        {children && (
          <span className={styles.change} data-undone={isUndone || undefined}>
            {children}
            <span className={styles.grow} />
            {change && (
              <button
                type="button"
                className={styles.undo}
                aria-label={t(isUndone ? "public.shot.redoWhat" : "public.shot.undoWhat", { what })}
                onClick={() => sample.toggle(change)}
              >
                {isUndone ? t("public.shot.redo") : undo}
              </button>
            )}
          </span>
        )}
      </div>
    </div>
  );
}

function Related({ isApart }: { isApart: boolean }) {
  const t = useT();
  const rows: readonly (readonly [string, Hue, string])[] = [
    ["Galil Foods Group", "green", t("public.shot.customer")],
    ["Cold hall roof, phase 1", "violet", t("public.shot.project")],
    ["550 W bifacial panel", "amber", t("public.shot.product")],
    ...(isApart ? [["Galil Cold", "blue", t("public.shot.lead")] as const] : []),
  ];
  return (
    <div className={styles.related}>
      <b>{t("public.shot.related")}</b>
      {rows.map(([name, hue, type]) => (
        <span key={name} className={styles.relation}>
          <RecordAvatar name={name} />
          <bdi className={styles.grow}>{name}</bdi>
          <TypeSquare hue={hue} />
          <small>{type}</small>
        </span>
      ))}
    </div>
  );
}
