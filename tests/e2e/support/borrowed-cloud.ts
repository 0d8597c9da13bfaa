import { connect } from "node:net";
import { createInterface } from "node:readline";
import type { Cloud } from "@kartis/local/cloud.ts";

/** What can be used of a cloud that runs in another process. */
export type LentCloud = Pick<Cloud, "origin" | "environment">;

/** Borrows a cloud from `shareClouds`, until `giveBack` or the end of this process. */
export async function borrowCloud(port: number): Promise<{ cloud: LentCloud; giveBack(): void }> {
  const connection = connect(port, "127.0.0.1");
  for await (const line of createInterface(connection)) {
    const cloud: LentCloud = JSON.parse(line);
    return { cloud, giveBack: () => void connection.destroy() };
  }
  throw new Error("No cloud could be started; the output of the run says why");
}
