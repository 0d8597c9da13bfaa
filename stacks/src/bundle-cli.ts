import { join } from "node:path";
import { subscriptions } from "@kartis/events/subscriptions.ts";
import { functions } from "@kartis/functions/functions.ts";
import { bundle, repositoryRoot } from "./bundle.ts";

// `npm run build:functions`: what a deployment would upload, with its sizes.
for (const spec of [...functions, ...subscriptions]) {
  const { path, bytes, hash } = await bundle(spec, join(repositoryRoot, ".local/build"));
  console.log(`${(bytes / 1024).toFixed(0).padStart(7)} KB  ${hash.slice(0, 12)}  ${path}`);
}
