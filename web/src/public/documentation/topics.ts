import type { Language } from "@kartis/i18n/languages.ts";
import { parseMarkdown, plainText, type Block } from "../texts/markdown.ts";

/** In reading order; the name of each file, and its address. */
const topicNames = [
  "getting-started",
  "cards",
  "card-types",
  "views",
  "board",
  "tasks",
  "meetings",
  "timeline",
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
  "plans",
  "account",
] as const;
type TopicName = (typeof topicNames)[number];

export interface Topic {
  name: TopicName;
  title: string;
  /** Its first paragraph. */
  lead: string;
  blocks: readonly Block[];
}

/** A language's topics are one file: small, and searched as a whole. */
const files: Readonly<Record<Language, () => Promise<{ default: Readonly<Record<string, string>> }>>> = {
  en: () => import("./en.ts"),
  he: () => import("./he.ts"),
  hu: () => import("./hu.ts"),
  ru: () => import("./ru.ts"),
};

const loading = new Map<Language, Promise<readonly Topic[]>>();

function topicOf(name: TopicName, source: string): Topic {
  const blocks = parseMarkdown(source);
  const [heading, first] = blocks;
  return { name, blocks, title: heading ? plainText(heading) : name, lead: first ? plainText(first) : "" };
}

async function load(language: Language): Promise<readonly Topic[]> {
  const { default: sources } = await files[language]();
  return topicNames.map((name) => topicOf(name, sources[`./${language}/${name}.md`] ?? ""));
}

export function topicsOf(language: Language): Promise<readonly Topic[]> {
  const topics = loading.get(language) ?? load(language);
  loading.set(language, topics);
  return topics;
}

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
