import { join } from "node:path";
import { subscriptions } from "@kartis/events/subscriptions.ts";
import { functions } from "@kartis/functions/functions.ts";
import { bundle, repositoryRoot } from "./bundle.ts";

// `npm run build:functions`: what a deployment would upload, with what a cold start reads of it.
for (const spec of [...functions, ...subscriptions]) {
  const { path, bytes, coldBytes, hash } = await bundle(spec, join(repositoryRoot, ".local/build"));
  const kilobytes = (size: number) => `${(size / 1024).toFixed(0).padStart(7)} KB`;
  console.log(`${kilobytes(coldBytes)} of ${kilobytes(bytes)}  ${hash.slice(0, 12)}  ${path}`);
}
