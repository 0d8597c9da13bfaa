import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const version = "1.2.1";
const repositoryRoot = fileURLToPath(new URL("../../../../", import.meta.url));

/**
 * The dynoxide executable of this platform. package.json can only name the platforms whose package is on every registry
 * mirror, so elsewhere the first start installs it.
 */
export function dynoxideBinary(): string {
  const platform = `${process.platform}-${process.arch}`;
  const binary = `${repositoryRoot}node_modules/@dynoxide/${platform}/dynoxide${process.platform === "win32" ? ".exe" : ""}`;
  if (!existsSync(binary)) {
    try {
      execFileSync("npm", ["install", "--no-save", "--no-audit", "--no-fund", `@dynoxide/${platform}@${version}`], {
        cwd: repositoryRoot,
        stdio: "pipe",
      });
    } catch (cause) {
      throw new Error(`The local DynamoDB (@dynoxide/${platform}@${version}) is not installed and could not be fetched.`, {
        cause,
      });
    }
  }
  return binary;
}
