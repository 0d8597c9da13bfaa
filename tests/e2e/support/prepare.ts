import { buildWeb } from "@kartis/local/build-web.ts";
import type { TestProject } from "vitest/node";
import { shareClouds } from "./shared-clouds.ts";

declare module "vitest" {
  interface ProvidedContext {
    webDist: string;
    cloudsPort: number;
  }
}

/** Builds the site and, by starting a cloud, the functions, before several files ask for them at the same time. Keeps the clouds that test files share. */
export default async function prepare(project: TestProject): Promise<() => Promise<void>> {
  const { webDist } = await buildWeb();
  const clouds = await shareClouds(webDist);
  project.provide("webDist", webDist);
  project.provide("cloudsPort", clouds.port);
  return () => clouds.close();
}
