import type { Language } from "@kartis/i18n/languages.ts";
import { use } from "react";
import { useHead } from "../head.ts";
import { useT } from "../language.ts";
import { Markdown } from "./Markdown.tsx";
import { parseMarkdown, plainText, type Block } from "./markdown.ts";
import styles from "./TextPage.module.css";

type TextName = "careers" | "terms" | "privacy";

const files = import.meta.glob<string>("./*/*.md", { query: "?raw", import: "default" });
const loading = new Map<string, Promise<readonly Block[]>>();

function blocksOf(language: Language, name: TextName): Promise<readonly Block[]> {
  const path = `./${language}/${name}.md`;
  const load = files[path];
  if (!load) throw new Error(`No text ${path}`);
  const blocks = loading.get(path) ?? load().then(parseMarkdown);
  loading.set(path, blocks);
  return blocks;
}

/** A page that is one text. */
export default function TextPage({ name, path }: { name: TextName; path: string }) {
  const t = useT();
  const blocks = use(blocksOf(t.language, name));
  const [, lead] = blocks;
  useHead(`${t(`public.${name}`)} · Kartis`, lead ? plainText(lead) : "", path);
  return (
    <article className={styles.page}>
      <Markdown blocks={blocks} />
    </article>
  );
}
