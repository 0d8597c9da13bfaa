import { translator } from "@kartis/i18n/translate.ts";
import { recordsById } from "../data/replica/feed.ts";
import { storeFile } from "../files/index.ts";
import { findConnection } from "../gmail/index.ts";
import { allRecords } from "../journal/index.ts";
import type { Clock } from "../kernel/clock.ts";
import { instant } from "../kernel/clock.ts";
import { KartisError } from "../kernel/error.ts";
import type { OrgId, UserId } from "../kernel/id.ts";
import { findMember, membershipsOf } from "../organizations/index.ts";
import { amendOperation, type RunningOperation } from "../operations/index.ts";
import { bundleEntries, type BundleItem, type BundleTable, zip } from "../personal-data/index.ts";
import { findUser, getProfile } from "../users/index.ts";

const readAtOnce = 100;

/** Identity's view of the person's sign-ins. Passed in, because importing identity would pull in the sign-in procedures, none of which is needed here. */
type SignInsOf = (
  userId: UserId,
  clock: Clock,
) => Promise<{
  sessions: readonly { createdAt: string; lastUsedAt: string; address: string; userAgent: string }[];
  passkeys: readonly { name: string; createdAt: string; lastUsedAt: string | null }[];
}>;

/**
 * Writes everything that Kartis knows about the person who asked, in all their organizations, and finishes the operation. Their actions are listed with time
 * and kind but not the values, which belong to the organizations. Done in one run, and restarted from the beginning after a crash.
 */
export async function runOwnExport(operation: RunningOperation, clock: Clock, signInsOf: SignInsOf): Promise<boolean> {
  const { userId } = operation;
  const user = await findUser(userId);
  if (!user) throw new KartisError("NOT_FOUND");
  const t = await translator(user.language, { isolates: false });
  const word = (key: "name" | "email" | "phone" | "language") => t(`audit.value.${key}`);
  const { passwordHash: _, ...known } = user;
  async function* items(): AsyncGenerator<BundleItem> {
    const profile = await getProfile(userId);
    const values = { name: known.name, email: known.email, language: known.language, phone: profile.phone ?? "" };
    const rows = Object.entries(values).map(([key, value]) => [word(key as keyof typeof values), value]); // the keys above
    yield table("profile", t("personalData.own.profile"), ["", ""], rows, { ...known, ...profile });
    const memberships = await membershipsOf(userId);
    const places = await Promise.all(memberships.map(async (of) => ({ ...of, member: await findMember(of.orgId, userId) })));
    const placeRows = places.map(({ name, member }) => [name, member?.systemRole ?? "", member?.joinedAt ?? ""]);
    yield table("memberships", t("personalData.own.memberships"), ["", "", t("audit.column.time")], placeRows, places);
    const { sessions, passkeys: keys } = await signInsOf(userId, clock);
    const sessionRows = sessions.map(({ createdAt, lastUsedAt, address, userAgent }) => [
      createdAt,
      lastUsedAt,
      address,
      userAgent,
    ]);
    yield table("sessions", t("personalData.own.sessions"), [t("audit.column.time"), "", "", ""], sessionRows, sessions);
    if (keys.length > 0)
      yield table(
        "passkeys",
        t("personalData.own.passkeys"),
        ["", t("audit.column.time"), ""],
        keys.map(({ name, createdAt, lastUsedAt }) => [name, createdAt, lastUsedAt ?? ""]),
        keys,
      );
    const mailboxes = await Promise.all(memberships.map(({ orgId }) => findConnection(orgId, userId)));
    const connected = mailboxes.flatMap((mailbox, at) => {
      if (!mailbox) return [];
      const { refreshToken: __, ...known } = mailbox;
      return [{ organization: memberships[at]?.name ?? "", ...known }];
    });
    if (connected.length > 0)
      yield table(
        "gmail",
        t("audit.kind.gmail"),
        ["", word("email"), t("audit.column.time")],
        connected.map(({ organization, email, connectedAt }) => [organization, email, connectedAt]),
        connected,
      );
    const actions = [];
    for (const { orgId, name } of memberships)
      for await (const action of actionsOf(orgId, userId)) actions.push({ organization: name, ...action });
    yield table(
      "actions",
      t("personalData.own.actions"),
      ["time", "action", "kind", "subjectId"].map((column) => t(`audit.column.${column as "time"}`)), // as they are called there
      actions.map(({ at, action, kind, subjectId }) => [
        at,
        t.find(`audit.action.${action}`) ?? action,
        t.find(`audit.kind.${kind}`) ?? kind,
        subjectId,
      ]),
      actions,
    );
  }
  const cover = {
    language: user.language,
    title: user.name,
    made: t("personalData.own.made", { at: instant(clock) }),
    filesTitle: t("personalData.part.files"),
  };
  const archive = zip(bundleEntries(items(), cover), clock.now());
  const fileId = await storeFile(operation, "ownData", "my-data.zip", "application/zip", archive, clock);
  await amendOperation(operation, { state: "done", total: 1, done: 1, ...(fileId ? { resultFileId: fileId } : {}) });
  return true;
}

const table = (
  name: string,
  title: string,
  header: readonly string[],
  rows: readonly string[][],
  json: unknown,
): BundleTable => ({
  kind: "table",
  name,
  title,
  header,
  rows,
  json,
});

/** The person's actions in the organization, newest first. */
async function* actionsOf(orgId: OrgId, userId: UserId) {
  const ids = await allRecords(orgId, { actors: [userId] }, { kind: "organization" });
  for (let at = 0; at < ids.length; at += readAtOnce)
    for (const record of (await recordsById(orgId, ids.slice(at, at + readAtOnce))).toReversed())
      for (const { action, subject } of record.changes)
        yield { at: record.at, action, kind: subject.kind, subjectId: subject.id };
}
