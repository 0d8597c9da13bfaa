import type { Outline } from "./topics.ts";

export const outlines = import.meta.glob<Outline>("./ru/*.md", { query: "?outline", import: "default", eager: true });
export const texts = import.meta.glob<string>("./ru/*.md", { query: "?raw", import: "default" });
