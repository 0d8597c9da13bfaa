// First half of `npm start`. Runs on Node 20 and without dependencies: installs what is missing, Node 24 among it.
import { ensureInstalled } from "./install.mjs";
import { node24 } from "./node24.mjs";

ensureInstalled();
node24();
