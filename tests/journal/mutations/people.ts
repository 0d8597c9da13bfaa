import { systemClock } from "@kartis/core/kernel/clock.ts";
import { newCode } from "@kartis/core/kernel/one-time-code.ts";
import { memberCodeEntity } from "@kartis/core/sms/entity.ts";
import { appCode } from "../../support/authenticator.ts";
import { storeFile } from "../../support/files.ts";
import { mailedProof } from "../../support/mailed-proof.ts";
import { newMember, newOwner, Visitor } from "../../support/people.ts";
import {
  backend,
  emailOf,
  inOrganization,
  invitation,
  invited,
  newEmail,
  ofNoOrganization,
  picture,
  recorded,
  roleOf,
  started,
  the,
  unprovenPhone,
  unrecorded,
  type Cases,
} from "./world.ts";

export const people = {
  "identity.signUp": ofNoOrganization,
  "unsubscribes.confirm": ofNoOrganization,
  "identity.confirmSignUp": ofNoOrganization,
  "identity.resetPassword": ofNoOrganization,
  "identity.signIn": ofNoOrganization,
  "identity.requestCode": ofNoOrganization,
  "identity.signInWithCode": ofNoOrganization,
  "identity.signOut": ofNoOrganization,
  "identity.completeSignIn": ofNoOrganization,
  "identity.startTotp": ofNoOrganization,
  "identity.enableTotp": ofNoOrganization,
  "identity.renewRecoveryCodes": ofNoOrganization,
  "identity.disableTotp": ofNoOrganization,
  "identity.startPasskeySignIn": ofNoOrganization,
  "identity.signInWithPasskey": ofNoOrganization,
  "identity.startPasskeySecondStep": ofNoOrganization,
  "identity.completeSignInWithPasskey": ofNoOrganization,
  "identity.startPasskey": ofNoOrganization,
  "identity.addPasskey": ofNoOrganization,
  "identity.renamePasskey": ofNoOrganization,
  "identity.removePasskey": ofNoOrganization,
  "push.add": ofNoOrganization,
  "push.remove": ofNoOrganization,
  "identity.endSession": ofNoOrganization,
  "identity.endOtherSessions": ofNoOrganization,
  "identity.changePassword": ofNoOrganization,
  "identity.switchOrganization": ofNoOrganization,
  "roles.viewAs": unrecorded("personal", async (owner) => {
    const { id: roleId } = await roleOf(owner);
    return () => owner.call(the("roles.viewAs"), { roleId });
  }),
  "profile.update": recorded("member.update", async (owner) => () => owner.call(the("profile.update"), { name: "New Name" })),
  "profile.setAvatar": recorded("member.update", async (owner) => {
    const fileId = await storeFile(owner, { name: "me.png", content: picture, purpose: "avatar" });
    return () => owner.call(the("profile.setAvatar"), { fileId });
  }),
  "profile.sendPhoneCode": recorded("effect.intend", async (owner) => {
    await unprovenPhone(owner);
    return () => owner.call(the("profile.sendPhoneCode"), {});
  }),
  "profile.verifyPhone": unrecorded("passing", async (owner) => {
    const phone = await unprovenPhone(owner);
    const { code, stored } = newCode(`${owner.userId}\n${phone}`, systemClock);
    await memberCodeEntity()
      .put({ orgId: owner.orgId, userId: owner.userId, phone, ...stored, sentAt: Date.now() })
      .go();
    return () => owner.call(the("profile.verifyPhone"), { code });
  }),
  "account.export": started(async (owner) => () => owner.call(the("account.export"), {})),
  "account.delete": recorded("member.remove", async (owner) => {
    const member = await newMember(owner, { systemRole: "ADMIN" });
    const proof = await mailedProof(backend, member);
    return () => member.call(the("account.delete"), { proof });
  }),
  "members.setRole": recorded("userRole.update", async (owner) => {
    const { userId } = await newMember(owner, { systemRole: "ADMIN" });
    const { id: roleId } = await roleOf(owner);
    return () => owner.call(the("members.setRole"), { userId, systemRole: "BASIC", roleId });
  }),
  "members.setRoles": recorded("userRole.update", async (owner) => {
    const { id: roleId } = await roleOf(owner);
    const people = await Promise.all([newMember(owner, {}), newMember(owner, {})]);
    const userIds = people.map(({ userId }) => userId);
    return () => owner.call(the("members.setRoles"), { userIds, systemRole: "BASIC", roleId });
  }),
  "members.suspend": recorded("member.suspend", async (owner) => {
    const { userId } = await newMember(owner, {});
    return () => owner.call(the("members.suspend"), { userIds: [userId] });
  }),
  "members.reinstate": recorded("member.reinstate", async (owner) => {
    const { userId } = await newMember(owner, {});
    await owner.call(the("members.suspend"), { userIds: [userId] });
    return () => owner.call(the("members.reinstate"), { userIds: [userId] });
  }),
  "members.endSessions": recorded("member.endSessions", async (owner) => {
    const { userId } = await newMember(owner, {});
    return () => owner.call(the("members.endSessions"), { userId });
  }),
  "members.requireTwoStep": recorded("organization.update", async (owner) => {
    const { secret } = await owner.call(the("identity.startTotp"), {});
    await owner.call(the("identity.enableTotp"), { code: appCode(secret, owner.clock.now()) });
    return () => owner.call(the("members.requireTwoStep"), { required: true });
  }),
  "members.invite": recorded(
    "inviteUser",
    async (owner) => () => owner.call(the("members.invite"), { ...invitation, emails: [newEmail()] }),
  ),
  "members.resendInvitation": recorded("invitation.resend", async () => {
    let time = Date.now();
    const owner = await newOwner({ template: "empty", clock: { now: () => time } });
    const { email } = await invited(owner);
    time += 3_600_000;
    return inOrganization(owner.orgId, () => owner.call(the("members.resendInvitation"), { email }));
  }),
  "members.revokeInvitation": recorded("invitation.revoke", async (owner) => {
    const { email } = await invited(owner);
    return () => owner.call(the("members.revokeInvitation"), { email });
  }),
  "members.remove": recorded("member.remove", async (owner) => {
    const { userId } = await newMember(owner, { systemRole: "ADMIN" });
    return () => owner.call(the("members.remove"), { userId, heirId: null });
  }),
  "invitations.accept": recorded("member.add", async (owner) => {
    const other = await newOwner({ template: "empty" });
    const { token } = await invited(owner, await emailOf(other));
    return () => other.call(the("invitations.accept"), { token });
  }),
  "invitations.acceptAsNew": recorded("member.add", async (owner) => {
    const { token } = await invited(owner);
    const account = { name: "Dana Levi", password: "a long enough password", language: "en" } as const;
    return () => new Visitor().call(the("invitations.acceptAsNew"), { ...account, token });
  }),
  "roles.create": recorded("role.create", async (owner) => () => roleOf(owner)),
  "roles.update": recorded("role.update", async (owner) => {
    const { id: roleId, version } = await roleOf(owner);
    return () => owner.call(the("roles.update"), { roleId, expectedVersion: version, name: "Other" });
  }),
  "roles.remove": recorded("role.delete", async (owner) => {
    const { id: roleId } = await roleOf(owner);
    return () => owner.call(the("roles.remove"), { roleId });
  }),
} satisfies Cases;
