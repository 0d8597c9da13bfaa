import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { initialLanguage, setLanguage } from "./language.ts";
import { Site } from "./Site.tsx";

/** Draws the public pages. */
export async function start(): Promise<void> {
  await setLanguage(initialLanguage());
  const root = document.getElementById("root");
  if (!root) throw new Error("index.html has no #root");
  createRoot(root).render(
    <StrictMode>
      <Site />
    </StrictMode>,
  );
}
