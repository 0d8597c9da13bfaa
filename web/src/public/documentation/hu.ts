import type { Outline } from "./topics.ts";

export const outlines = import.meta.glob<Outline>("./hu/*.md", { query: "?outline", import: "default", eager: true });
export const texts = import.meta.glob<string>("./hu/*.md", { query: "?raw", import: "default" });
