import type { Language } from "@kartis/i18n/languages.ts";
import { parseMarkdown, plainText, type Block } from "../texts/markdown.ts";

/** In reading order; each is the name of a file, and its address. */
const topicNames = [
  "getting-started",
  "cards",
  "card-types",
  "views",
  "board",
  "tasks",
  "meetings",
  "timeline",
  "gmail",
  "sms",
  "calls",
  "templates",
  "automations",
  "filters",
  "search",
  "keyboard",
  "import-export",
  "undo",
  "merging",
  "files",
  "members",
  "roles",
  "audit",
  "personal-data",
  "api",
  "webhooks",
  "lead-forms",
  "plans",
  "account",
] as const;
type TopicName = (typeof topicNames)[number];

/** A topic's entry in a list. */
export interface Outline {
  title: string;
  /** Its first paragraph. */
  lead: string;
}

export interface ListedTopic extends Outline {
  name: TopicName;
}

export interface Topic extends ListedTopic {
  blocks: readonly Block[];
}

interface Files {
  readonly outlines: Readonly<Record<string, Outline>>;
  readonly texts: Readonly<Record<string, () => Promise<string>>>;
}

/** A language's list of topics is one file; each text comes when it is read, and all of them when they are searched. */
const files: Readonly<Record<Language, () => Promise<Files>>> = {
  en: () => import("./en.ts"),
  he: () => import("./he.ts"),
  hu: () => import("./hu.ts"),
  ru: () => import("./ru.ts"),
};

const loading = new Map<string, Promise<unknown>>();

/** The same promise each time, as `use` wants it; one that failed is another try. */
function once<Value>(key: string, load: () => Promise<Value>): Promise<Value> {
  const known = loading.get(key) as Promise<Value> | undefined; // as this function has put it there, by a key of this file
  const promise = known ?? load();
  loading.set(key, promise);
  promise.catch(() => loading.delete(key));
  return promise;
}

const fileOf = (language: Language, name: TopicName) => `./${language}/${name}.md`;

/** The topics, in reading order. */
export const listedTopics = (language: Language): Promise<readonly ListedTopic[]> =>
  once(language, async () => {
    const { outlines } = await files[language]();
    return topicNames.map((name) => ({ name, title: name, lead: "", ...outlines[fileOf(language, name)] }));
  });

export const blocksOf = (language: Language, name: TopicName): Promise<readonly Block[]> =>
  once(fileOf(language, name), async () => {
    const { texts } = await files[language]();
    return parseMarkdown((await texts[fileOf(language, name)]?.()) ?? "");
  });

/** The topics with their texts, to search in. */
export const topicsOf = (language: Language): Promise<readonly Topic[]> =>
  once(`${language} whole`, async () =>
    Promise.all(
      (await listedTopics(language)).map(async (topic) => ({ ...topic, blocks: await blocksOf(language, topic.name) })),
    ),
  );

export interface Found {
  topic: Topic;
  /** The passage that has the words, or the topic's first paragraph when its title has them. */
  passage: string;
}

const fold = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** Topics that have every word of the query; those with all in the title first. */
export function findTopics(topics: readonly Topic[], query: string): readonly Found[] {
  const words = fold(query).split(/\s+/).filter(Boolean);
  const has = (text: string) => {
    const folded = fold(text);
    return words.every((word) => folded.includes(word));
  };
  if (words.length === 0) return [];
  const found = topics.flatMap((topic): (Found & { rank: number })[] => {
    if (has(topic.title)) return [{ topic, passage: topic.lead, rank: 0 }];
    const passage = topic.blocks.map(plainText).find(has);
    if (passage !== undefined) return [{ topic, passage, rank: 1 }];
    const isSomewhere = has(topic.blocks.map(plainText).join(" "));
    return isSomewhere ? [{ topic, passage: topic.lead, rank: 2 }] : [];
  });
  return found.toSorted((a, b) => a.rank - b.rank);
}
