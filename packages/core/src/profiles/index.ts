/*
 * People's own settings. Owns nothing of its own: users and memberships have it.
 * Invariant: each of a person's organizations shows their current name; a picture is a file of the organization that sees it. Records: member.update, with the
 * file.delete of the previous picture.
 */
import * as z from "zod";
import { phone as phoneField } from "../cards/fields/types/phone.ts";
import { commit, commitContextOf } from "../data/commit.ts";
import { findFile, removalOf } from "../files/index.ts";
import { KartisError } from "../kernel/error.ts";
import type { FileId, OrgId, UserId } from "../kernel/id.ts";
import { procedure, type SignedInContext } from "../kernel/procedure.ts";
import { findMember, membershipsOf, memberUpdate } from "../organizations/index.ts";
import { findUser, getProfile, type Profile, updateUser, type User } from "../users/index.ts";
import type { PendingCode } from "../sms/schema.ts";
import { extensionIn } from "../voip/extensions/index.ts";
import { phoneCodeProcedures } from "./phone-code.ts";
import { smsRemindersOf } from "./sms-reminders.ts";
import { SetAvatarInput, type SmsReminderObstacle, UpdateProfileInput } from "./schema.ts";

interface OwnProfile extends User, Profile {
  readonly hasPassword: boolean;
  readonly avatarId: FileId | null;
  /** An administrator assigns it. */
  readonly voipExtension: string | null;
  /** Why they get no reminders by SMS in the organization that they work in; null if nothing prevents it, or there is none. */
  readonly smsReminderObstacle: SmsReminderObstacle | null;
  /** The code that was sent to their phone, which they have not proven to be theirs yet. */
  readonly phoneCode: PendingCode | null;
}

const get = procedure({
  name: "profile.get",
  kind: "query",
  input: z.object({}),
  can: { signedIn: "one's own profile" },
  /** The person's settings, with their picture and their extension in the organization that they work in. */
  async run(_, { actor, clock }): Promise<OwnProfile> {
    const { userId, membership } = actor;
    const [user, profile, member, extension] = await Promise.all([
      findUser(userId),
      getProfile(userId),
      membership ? findMember(membership.orgId, userId) : undefined,
      membership ? extensionIn(membership.orgId, userId) : null,
    ]);
    if (!user) throw new KartisError("UNAUTHORIZED");
    const { passwordHash, ...shown } = user;
    const reminders = membership ? await smsRemindersOf(membership, userId, profile, clock) : null;
    return {
      ...shown,
      ...profile,
      hasPassword: passwordHash !== undefined,
      avatarId: member?.avatarId ?? null,
      voipExtension: extension,
      smsReminderObstacle: reminders?.obstacle ?? null,
      phoneCode: reminders?.code ?? null,
    };
  },
});

const updateOne = procedure({
  name: "profile.update",
  kind: "mutation",
  input: UpdateProfileInput,
  can: { signedIn: "one's own profile" },
  async run({ phone, signature, notifications, name, language }, context): Promise<{ ok: true }> {
    const { userId, membership } = context.actor;
    const current = await getProfile(userId);
    const merged = notifications && { ...current.notifications, ...notifications };
    const accepted = phone === undefined ? undefined : acceptPhone(phone, membership?.settings.region ?? "");
    const changed = {
      ...(name === undefined ? {} : { name }),
      ...(language === undefined ? {} : { language }),
      // The same phone stays proven.
      ...(accepted === undefined || accepted === current.phone ? {} : { phone: accepted }),
      ...(signature === undefined ? {} : { signature: signature || null }),
      ...(merged ? { notifications: merged } : {}),
    };
    await updateUser(userId, changed);
    // Compared with the stored values, so that a save after one that broke off completes it.
    if (name !== undefined) for (const { orgId } of await membershipsOf(userId)) await rename(orgId, userId, name, context);
    return { ok: true };
  },
});

function acceptPhone(text: string, region: string): string | null {
  if (text === "") return null;
  const parsed = phoneField.accept(text, { options: [], currency: "USD", region });
  if (!parsed.ok) throw new KartisError("INVALID_INPUT", { fields: { phone: parsed.message } });
  return parsed.value;
}

async function rename(orgId: OrgId, userId: UserId, name: string, context: SignedInContext): Promise<void> {
  const { actor, clock, requestId, origin } = context;
  await commit({ orgId, actor, clock, requestId, origin }, async () => {
    const current = await findMember(orgId, userId);
    if (!current || current.name === name) return { writes: [], records: [], result: undefined };
    const { writes, change } = memberUpdate(orgId, current, { name });
    return { writes, records: [{ changes: [change] }], result: undefined };
  });
}

const setAvatar = procedure({
  name: "profile.setAvatar",
  kind: "mutation",
  input: SetAvatarInput,
  can: { member: "one's own picture; uploading it asks for the right to" },
  whileImpersonating: false,
  /** Deletes the previous picture and frees its storage. Throws NOT_FOUND for a file that is not the person's own picture. */
  async run({ fileId }, context): Promise<{ avatarId: FileId | null }> {
    const { orgId, userId } = context.principal;
    if (!userId) throw new KartisError("FORBIDDEN");
    if (context.principal.through) throw new KartisError("FORBIDDEN", { messageKey: "errors.notForVisitors" });
    await commit(commitContextOf(context), async () => {
      const [current, file] = await Promise.all([findMember(orgId, userId), fileId ? findFile(orgId, fileId) : undefined]);
      const isOwn = file?.purpose === "avatar" && file.cardId === null && file.uploadedBy === userId;
      if (!current || (fileId && !isOwn)) throw new KartisError("NOT_FOUND");
      if (current.avatarId === fileId) return { writes: [], records: [], result: undefined };
      const replaced = current.avatarId ? await findFile(orgId, current.avatarId) : undefined;
      const removal = replaced && removalOf(orgId, replaced);
      const { writes, change } = memberUpdate(orgId, current, { avatarId: fileId });
      return {
        writes: [...writes, ...(removal?.writes ?? [])],
        records: [{ changes: [change] }, ...(removal ? [{ changes: [removal.change] }] : [])],
        result: undefined,
      };
    });
    return { avatarId: fileId };
  },
});

export const profileProcedures = [get, updateOne, setAvatar, ...phoneCodeProcedures] as const;
