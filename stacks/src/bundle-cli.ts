import { bundleFunctions } from "./bundle-functions.ts";

// `npm run build:functions`: what a deployment would upload, with what a cold start reads of it.
for (const { path, bytes, coldBytes, hash } of (await bundleFunctions()).values()) {
  const kilobytes = (size: number) => `${(size / 1024).toFixed(0).padStart(7)} KB`;
  console.log(`${kilobytes(coldBytes)} of ${kilobytes(bytes)}  ${hash.slice(0, 12)}  ${path}`);
}
