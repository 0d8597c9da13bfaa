import type { Outline } from "./topics.ts";

export const outlines = import.meta.glob<Outline>("./he/*.md", { query: "?outline", import: "default", eager: true });
export const texts = import.meta.glob<string>("./he/*.md", { query: "?raw", import: "default" });
