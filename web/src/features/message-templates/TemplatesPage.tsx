import add from "@fluentui/svg-icons/icons/add_16_regular.svg?icon";
import { useQuery } from "@tanstack/react-query";
import { useRouter, useRouterState } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { Link } from "react-aria-components/Link";
import { useCrumbs } from "../../lib/pages/crumbs.ts";
import { useT } from "../../lib/i18n.tsx";
import { later } from "../../lib/later.tsx";
import { useLive } from "../../lib/live/live.ts";
import { useCan } from "../../lib/permissions.ts";
import { useTitle } from "../../lib/pages/title.ts";
import { IconButton } from "../../ui/actions/IconButton.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { useIsPhone } from "../../lib/device/useIsPhone.ts";
import { Permitted } from "../settings/Permitted.tsx";
import styles from "./message-templates.module.css";
import { TemplateEditor } from "./editor/TemplateEditor.tsx";
import { fresh, newTemplate, path, refreshTemplates, type Template, templateOfSearch, templatesOptions } from "./templates.ts";
import { useTemplateName } from "./useTemplateName.ts";

const Failure = later(async () => (await import("../../ui/pages/Failure.tsx")).default);

/** `/settings/templates`: the texts that Kartis sends, and those of people's own. */
export function TemplatesPage() {
  return (
    <Permitted right={["TEMPLATES", "read"]}>
      <Page />
    </Permitted>
  );
}

function Page() {
  const t = useT();
  const can = useCan();
  const isPhone = useIsPhone();
  const router = useRouter();
  const nameOf = useTemplateName();
  const chosen = useRouterState({ select: ({ location }) => templateOfSearch(location.search as Record<string, unknown>) });
  const { data, error, refetch } = useQuery(templatesOptions());
  useTitle(t("messageTemplates.title"));
  useCrumbs([{ label: t("shell.settings"), href: "/settings" }, { label: t("messageTemplates.title") }]);
  /** The one that was open last: when somebody deletes it, what is being written in it is not lost. */
  const [open, setOpen] = useState<Template>();
  /** Counts the new ones, each of which has an editor of its own. */
  const [round, setRound] = useState(0);
  /** The one that was made last: its editor goes on as it is, with the caret where it was. */
  const [made, setMade] = useState<{ readonly id: string; readonly round: number }>();
  const list = useRef<HTMLElement>(null);
  /** The one that is shown instead has the focus in the list: beside the button that is gone are settings of another template. */
  const focusShown = () =>
    (list.current?.querySelector<HTMLElement>("[aria-current=page]") ?? list.current?.querySelector("a"))?.focus();
  useLive((message) => {
    if (message.kind === "change" && message.subject.kind === "template") void refreshTemplates();
  });
  if (!data) return error ? <Failure error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={12} />;

  const go = (template: string | undefined) => void router.navigate({ to: path, search: template ? { template } : {} });
  const { templates } = data;
  const kinds = templates.filter(({ kind, cardTypeId }) => kind !== null && cardTypeId === null);
  const own = (of: Template["channel"]) => templates.filter(({ kind, channel }) => kind === null && channel === of);
  const shown = chosen ?? kinds[0]?.id;
  const found = shown === undefined ? undefined : templateAt(templates, shown);
  if (found && templates.includes(found) && found !== open) setOpen(found);
  const template = found ?? (open?.id === shown ? open : undefined);
  if (shown !== fresh && made?.round === round) setRound(round + 1);
  const marked = isPhone ? chosen : shown;
  const Heading = isPhone && chosen === undefined ? "h1" : "h2";
  const newKey = (of: number) => `${fresh} ${of}`;
  return (
    <div className={styles.page} data-chosen={chosen !== undefined || undefined}>
      <nav ref={list} className={styles.list} aria-label={t("messageTemplates.title")}>
        <div className={styles.listHead}>
          <Heading>{t("messageTemplates.title")}</Heading>
          {can(["TEMPLATES", "create"]) && <IconButton icon={add} label={t("messageTemplates.new")} onPress={() => go(fresh)} />}
        </div>
        <h3 className={styles.listTitle}>{t("messageTemplates.ofKartis")}</h3>
        <ul>
          {kinds.map((one) => (
            <Entry key={one.id} id={one.id} name={nameOf(one)} isOff={!one.isOn} isShown={marked?.split(".")[0] === one.id} />
          ))}
        </ul>
        <OwnEntries title={t("messageTemplates.own")} templates={own("mail")} marked={marked} />
        <OwnEntries title={t("messageTemplates.ownSms")} templates={own("sms")} marked={marked} />
      </nav>
      {shown === fresh ? (
        <TemplateEditor
          key={newKey(round)}
          id={null}
          template={newTemplate}
          onGo={(id) => {
            if (id !== undefined) setMade({ id, round });
            go(id);
          }}
          onRemoved={focusShown}
        />
      ) : template ? (
        <TemplateEditor
          key={template.id === made?.id ? newKey(made.round) : template.id}
          id={template.id}
          template={template}
          isGone={found === undefined}
          onGo={go}
          onRemoved={focusShown}
        />
      ) : (
        <p className={styles.gone}>{t("messageTemplates.gone")}</p>
      )}
    </div>
  );
}

/** The template, or for cards of a type what is sent to all until that type has a text of its own. */
function templateAt(templates: readonly Template[], id: string): Template | undefined {
  const found = templates.find((one) => one.id === id);
  if (found) return found;
  const [kind, typeId] = id.split(".");
  const base = templates.find((one) => one.id === kind);
  return base && typeId
    ? { ...base, id: id as Template["id"], cardTypeId: typeId as Template["cardTypeId"], version: 0, updatedAt: null } // refused by the server if it is none
    : undefined;
}

/** Templates that people made for one channel. */
function OwnEntries({ title, templates, marked }: { title: string; templates: readonly Template[]; marked: string | undefined }) {
  const t = useT();
  return (
    <>
      <h3 className={styles.listTitle}>{title}</h3>
      {templates.length === 0 && <p className={styles.none}>{t("messageTemplates.own.none")}</p>}
      <ul aria-label={title}>
        {templates.map((one) => (
          <Entry key={one.id} id={one.id} name={one.name} isOff={false} isShown={marked === one.id} />
        ))}
      </ul>
    </>
  );
}

interface EntryProps {
  id: string;
  name: string;
  isOff: boolean;
  isShown: boolean;
}

function Entry({ id, name, isOff, isShown }: EntryProps) {
  const t = useT();
  return (
    <li>
      <Link
        className={styles.entry ?? ""}
        href={`${path}?template=${id}`}
        {...(isShown ? { "aria-current": "page" as const } : {})}
      >
        <bdi className={styles.entryName}>{name}</bdi>
        {isOff && <span className={styles.quiet}>{t("messageTemplates.off")}</span>}
      </Link>
    </li>
  );
}
