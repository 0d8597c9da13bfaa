import { endSessionsOf } from "@kartis/core/identity/index.ts";
import { systemClock } from "@kartis/core/kernel/clock.ts";
import { findUserByEmail, grantPlatformAdmin, revokePlatformAdmin } from "@kartis/core/users/index.ts";
import { parseArgs } from "node:util";

/*
 * Makes a signed-up person a platform admin of a deployment, or revokes it (`--revoke`, which also ends their sessions). Works on the table that TABLE_NAME
 * names, with the operator's AWS credentials: there is no other way to become one.
 */
const { values, positionals } = parseArgs({ options: { revoke: { type: "boolean", default: false } }, allowPositionals: true });
const email = positionals[0]?.trim().toLowerCase();
if (!email || !process.env["TABLE_NAME"]) {
  console.error("Usage: TABLE_NAME=… npm run platform-admin -- [--revoke] you@example.com");
  process.exit(1);
}
const user = await findUserByEmail(email);
if (!user) {
  console.error(`Nobody has signed up as ${email}.`);
  process.exit(1);
}
if (values.revoke) {
  await revokePlatformAdmin(user.id);
  await endSessionsOf(user.id);
  console.log(`${email} is no longer a platform admin, and has been signed out everywhere.`);
} else {
  await grantPlatformAdmin(user.id, systemClock);
  console.log(`${email} is a platform admin for a year, from the next sign-in on.`);
}
