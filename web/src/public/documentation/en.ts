import type { Outline } from "./topics.ts";

export const outlines = import.meta.glob<Outline>("./en/*.md", { query: "?outline", import: "default", eager: true });
export const texts = import.meta.glob<string>("./en/*.md", { query: "?raw", import: "default" });
