import { startEngines } from "./engines.ts";

/** The engines as a process that a test can kill: takes the data folder, prints the URL. */
const { url } = await startEngines({ dataDir: process.argv[2] ?? "" });
console.log(url);
