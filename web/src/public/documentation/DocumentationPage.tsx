import search from "@fluentui/svg-icons/icons/search_16_regular.svg?icon";
import { Suspense, use, useState } from "react";
import { Icon } from "../../ui/display/Icon.tsx";
import { useHead } from "../head.ts";
import { useT } from "../language.ts";
import { A } from "../navigation.tsx";
import { Notice } from "../Notice.tsx";
import { Markdown } from "../texts/Markdown.tsx";
import styles from "./DocumentationPage.module.css";
import { blocksOf, findTopics, listedTopics, topicsOf, type ListedTopic } from "./topics.ts";

/** All topics, or the one in the address. */
export default function DocumentationPage({ topic: name }: { topic: string | undefined }) {
  const t = useT();
  const topics = use(listedTopics(t.language));
  const [query, setQuery] = useState("");
  const topic = topics.find((one) => one.name === name);
  const isMissing = name !== undefined && !topic;
  const title = topic?.title ?? (isMissing ? t("public.docs.notFound") : t("public.docs.title"));
  useHead(
    `${title} · Kartis`,
    topic?.lead ?? t("public.docs.description"),
    topic ? `/documentation/${topic.name}` : "/documentation",
  );
  const isSearching = query.trim() !== "";

  function content() {
    if (isSearching) return <Results query={query} onFollow={() => setQuery("")} />;
    if (isMissing)
      return (
        <Notice title={title} message={t("public.notFound.message")}>
          <A href="/documentation" data-look="primary">
            {t("public.docs.all")}
          </A>
        </Notice>
      );
    return topic ? <OneTopic topic={topic} next={topics[topics.indexOf(topic) + 1]} /> : <AllTopics topics={topics} />;
  }

  return (
    <div className={styles.page}>
      <aside className={styles.side}>
        <label className={styles.search}>
          <Icon of={search} />
          <input
            type="search"
            aria-label={t("public.docs.search")}
            placeholder={t("public.docs.search")}
            value={query}
            // The index is loaded by the time something is typed; if it cannot be loaded, the error is shown then.
            onFocus={() => void topicsOf(t.language).catch(() => undefined)}
            onChange={({ target }) => setQuery(target.value)}
            onKeyDown={({ key }) => key === "Escape" && setQuery("")}
          />
        </label>
        <nav className={styles.topics} aria-label={t("public.docs.topics")} data-folded={topic !== undefined || undefined}>
          <A href="/documentation" {...(name === undefined ? { "aria-current": "page" } : {})} onClick={() => setQuery("")}>
            {t("public.docs.all")}
          </A>
          {topics.map((one) => (
            <A
              key={one.name}
              href={`/documentation/${one.name}`}
              {...(one === topic ? { "aria-current": "page" } : {})}
              onClick={() => setQuery("")}
            >
              {one.title}
            </A>
          ))}
        </nav>
      </aside>
      <div className={styles.content}>
        <Suspense>{content()}</Suspense>
      </div>
    </div>
  );
}

function AllTopics({ topics }: { topics: readonly ListedTopic[] }) {
  const t = useT();
  return (
    <>
      <h1 className={styles.title}>{t("public.docs.title")}</h1>
      <ul className={styles.list}>
        {topics.map(({ name, title, lead }) => (
          <li key={name}>
            <A href={`/documentation/${name}`}>
              <b>{title}</b>
              <span>{lead}</span>
            </A>
          </li>
        ))}
      </ul>
    </>
  );
}

function OneTopic({ topic, next }: { topic: ListedTopic; next: ListedTopic | undefined }) {
  const t = useT();
  return (
    <article>
      <Markdown blocks={use(blocksOf(t.language, topic.name))} />
      {next && (
        <A className={styles.next} href={`/documentation/${next.name}`}>
          {t("public.docs.next", { title: next.title })}
        </A>
      )}
    </article>
  );
}

function Results({ query, onFollow }: { query: string; onFollow: () => void }) {
  const t = useT();
  const found = findTopics(use(topicsOf(t.language)), query);
  return (
    <>
      <h1 className={styles.found} role="status">
        {found.length > 0 ? t("public.docs.found", { count: found.length }) : t("public.docs.none", { query: query.trim() })}
      </h1>
      <ul className={styles.list} data-single>
        {found.map(({ topic, passage }) => (
          <li key={topic.name}>
            <A href={`/documentation/${topic.name}`} onClick={onFollow}>
              <b>{topic.title}</b>
              <span>{passage}</span>
            </A>
          </li>
        ))}
      </ul>
    </>
  );
}
