import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Another process has the data directory. Its message is for a person: it names the directory and the other's process id. */
export class DataDirectoryInUse extends Error {
  override name = "DataDirectoryInUse";
}

/**
 * Takes the directory for this process until `release` or the process's death, however it dies; creates it if need be.
 * The lock is SQLite's lock on a file: the operating system drops it with its owner, so there is no stale lock to judge.
 * @throws DataDirectoryInUse
 */
export function lockDataDirectory(dataDir: string): { release(): void } {
  mkdirSync(dataDir, { recursive: true });
  const pidFile = join(dataDir, "pid");
  const lock = new DatabaseSync(join(dataDir, "lock"));
  try {
    lock.exec("PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    if (error instanceof Error && "errcode" in error && error.errcode === sqliteBusy) {
      throw new DataDirectoryInUse(`Kartis already runs on ${dataDir} (process ${ownerOf(pidFile)}).`);
    }
    throw error;
  }
  writeFileSync(pidFile, String(process.pid));
  return { release: () => lock.close() };
}

const sqliteBusy = 5;

function ownerOf(pidFile: string): string {
  try {
    return readFileSync(pidFile, "utf8");
  } catch {
    return "starting"; // it holds the lock and has not written its id yet
  }
}
