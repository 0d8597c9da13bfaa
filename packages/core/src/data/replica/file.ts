import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** A unique path on disk for a replica or its packed form. */
export function temporaryPath(): string {
  const directory = join(tmpdir(), "kartis-replicas");
  mkdirSync(directory, { recursive: true });
  return join(directory, randomUUID());
}

/**
 * Opens a replica's file, or makes one. It lives on disk rather than in memory, so an organization may be larger than the process: pages that are read stay in
 * the system's file cache as long as memory is free. The file has no name once it is open, so it goes when the process does, however that ends (on systems that
 * do not allow it, `release` removes it).
 */
export function openFile(path: string): { db: DatabaseSync; release: () => void } {
  const db = new DatabaseSync(path);
  // A replica can always be rebuilt, so nothing waits for the disk, and the rollback journal is in memory: one on disk needs the file's name.
  // https://www.sqlite.org/pragma.html
  db.exec(`PRAGMA page_size = 8192; PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;
    PRAGMA cache_size = -16384; PRAGMA mmap_size = 2147418112; PRAGMA temp_store = MEMORY`);
  const isNameless = removed(path);
  return {
    db,
    release() {
      db.close();
      if (!isNameless) removed(path);
    },
  };
}

function removed(path: string): boolean {
  try {
    rmSync(path);
    return true;
  } catch {
    return false;
  }
}
