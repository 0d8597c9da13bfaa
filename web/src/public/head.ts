import { languages } from "@kartis/i18n/languages.ts";
import { useEffect } from "react";

function put(selector: string, tag: "meta" | "link", attributes: Readonly<Record<string, string>>): void {
  const element = document.head.querySelector(selector) ?? document.head.appendChild(document.createElement(tag));
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
}

/** Metadata for search engines and link previews: title, description, and the page in other languages. */
export function useHead(title: string, description: string, path: string): void {
  useEffect(() => {
    document.title = title;
    put('meta[name="description"]', "meta", { name: "description", content: description });
    put('meta[property="og:title"]', "meta", { property: "og:title", content: title });
    put('meta[property="og:description"]', "meta", { property: "og:description", content: description });
    const address = location.origin + path;
    put('link[rel="canonical"]', "link", { rel: "canonical", href: address });
    for (const language of languages)
      put(`link[hreflang="${language}"]`, "link", { rel: "alternate", hreflang: language, href: `${address}?lang=${language}` });
    put('link[hreflang="x-default"]', "link", { rel: "alternate", hreflang: "x-default", href: address });
  }, [title, description, path]);
}
