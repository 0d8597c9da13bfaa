import { startApp } from "./app.ts";

/** Starts everything once, so that the site and the bundles are built before several files ask for them at the same time. */
export default async function prepare(): Promise<void> {
  const app = await startApp();
  await app.close();
}
