/** Where the bucket has snapshots: beneath it a folder for each release, with an object for each organization. */
export const snapshotPrefix = "snapshots/";
