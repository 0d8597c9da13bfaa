import { bundleFunctions } from "./bundle-functions.ts";

for (const [name, { bytes }] of await bundleFunctions()) console.log(`${name.padEnd(28)} ${Math.ceil(bytes / 1024)} KB`);
