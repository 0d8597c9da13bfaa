import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { sendIntended, troubledMail } from "@kartis/tests/support/outbound.ts";
import { named, newMember, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { purposes } from "@kartis/events/outbound/on-intended.ts";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { latestRecords } from "../data/journal-entity.ts";
import { errorShape } from "../kernel/error.ts";
import { isId, newId } from "../kernel/id.ts";
import { membersProcedures } from "../members/index.ts";
import { organizationProcedures } from "../organizations/index.ts";
import { supportProcedures } from "../support/index.ts";
import { outboundProcedures } from "../outgoing-messages/index.ts";
import { deliver, effectsOf } from "./index.ts";
import { type EffectState, effectStates, stateAfter, type Transition, transitions } from "./states.ts";

const [list, sendAgain, dismiss] = [
  named(outboundProcedures, "outbound.list"),
  named(outboundProcedures, "outbound.sendAgain"),
  named(outboundProcedures, "outbound.dismiss"),
];
const [invite, revoke] = [named(membersProcedures, "members.invite"), named(membersProcedures, "members.revokeInvitation")];

let backend: Backend;
let owner: Owner;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  owner = await newOwner();
});
afterEach(() => vi.restoreAllMocks());

let counter = 0;
/** Invites a new person. */
async function invited(): Promise<string> {
  const email = `invited${++counter}.${process.pid}@example.com`;
  await owner.call(invite, { emails: [email], systemRole: "BASIC", roleId: null, language: "en" });
  return email;
}
const linksTo = (email: string) =>
  backend.engines.mail
    .listMails({ to: email })
    .map(({ text }) => /\/invitations\/[\w.-]+/.exec(text ?? "")?.[0] ?? expect.fail("no link"));
const open = async () => (await owner.call(list, {})).effects;
const actions = async () =>
  (await latestRecords(owner.orgId, 50, null)).flatMap(({ changes }) => changes.map(({ action }) => action));

describe("an effect", () => {
  it("happens once, even if it is delivered ten times at once and again later", async () => {
    const email = await invited();
    await Promise.all(Array.from({ length: 10 }, () => sendIntended(owner.orgId)));
    expect(await sendIntended(owner.orgId)).toBe(0);
    expect(linksTo(email)).toHaveLength(1);
    expect(await open()).toEqual([]);
  });

  it("does not happen when nothing is left to do", async () => {
    const email = await invited();
    await owner.call(revoke, { email });
    expect(await sendIntended(owner.orgId)).toBe(0);
    expect(linksTo(email)).toEqual([]);
  });

  it("whose answer was lost is not repeated: a person is asked, and resends it", async () => {
    const email = await invited();
    const trouble = troubledMail(backend.engines, "lost");
    for (let time = 0; time < 3; time++) expect(await sendIntended(owner.orgId)).toBe(0);
    expect(trouble.calls()).toBe(1);
    trouble.end();
    const [effect = expect.fail("nobody is asked"), ...others] = await open();
    expect(others).toEqual([]);
    expect(effect).toMatchObject({ purpose: "invitation", state: "unknown", subject: { kind: "invitation" } });
    expect(linksTo(email)).toHaveLength(1);

    await owner.call(sendAgain, { effectId: effect.id });
    expect(await open()).toEqual([]);
    // The intent's record arrives while the other process is still delivering.
    await expect.poll(() => sendIntended(owner.orgId)).toBe(0);
    // Both mails have the same link, so either can be opened.
    expect(new Set(linksTo(email)).size).toBe(1);
    expect(linksTo(email)).toHaveLength(2);
    const recorded = (await actions()).filter((action) => action.startsWith("effect."));
    expect(recorded).toEqual(["effect.resend", "effect.lose", "effect.intend"]);
    const [resent] = await latestRecords(owner.orgId, 1, null);
    expect(resent).toMatchObject({ actor: { kind: "user", id: owner.userId } });
  });

  it("that certainly was not accepted is retried, and a person is asked if it keeps failing", async () => {
    const [first, second] = [await invited(), await invited()];
    const busy = troubledMail(backend.engines, "throttled");
    expect(await sendIntended(owner.orgId)).toBe(2);
    busy.end();
    expect(await sendIntended(owner.orgId)).toBe(0);
    expect([...linksTo(first), ...linksTo(second)]).toHaveLength(2);

    const third = await invited();
    const stillBusy = troubledMail(backend.engines, "throttled");
    let tries = 1;
    while ((await sendIntended(owner.orgId)) > 0) tries++;
    expect(tries).toBe(6);
    stillBusy.end();
    expect(linksTo(third)).toEqual([]);
    expect(await open()).toMatchObject([{ state: "failed" }]);
  });

  it("that was refused is not retried by itself; one person decides, and no one else after that", async () => {
    const email = await invited();
    const trouble = troubledMail(backend.engines, "refused");
    expect(await sendIntended(owner.orgId)).toBe(0);
    expect(await sendIntended(owner.orgId)).toBe(0);
    expect(trouble.calls()).toBe(1);
    trouble.end();
    const [effect = expect.fail("nobody is asked")] = await open();
    expect(effect.state).toBe("failed");
    const decisions = await Promise.allSettled([
      owner.call(dismiss, { effectId: effect.id }),
      owner.call(sendAgain, { effectId: effect.id }),
    ]);
    const refusals = decisions.flatMap((outcome) => (outcome.status === "rejected" ? [errorShape(outcome.reason, "r")] : []));
    expect(refusals).toMatchObject([{ code: "NOT_FOUND", messageKey: "errors.effectDecided" }]);
    expect(await open()).toEqual([]);
    await sendIntended(owner.orgId);
    expect(linksTo(email)).toHaveLength(decisions[1].status === "fulfilled" ? 1 : 0);
  });

  it("whose process was killed between claim and answer is unknown once the claim has expired", async () => {
    const email = await invited();
    const [record = expect.fail()] = await latestRecords(owner.orgId, 1, null);
    const [effectId = expect.fail("nothing was intended")] = effectsOf(record);
    const sender = spawn(
      process.execPath,
      ["--disable-warning=ExperimentalWarning", join(import.meta.dirname, "dying-sender.fixture.ts"), owner.orgId, effectId],
      { stdio: "inherit", env: { ...process.env, ...backend.environment } },
    );
    expect((await once(sender, "exit"))[1]).toBe("SIGKILL");
    expect(linksTo(email)).toHaveLength(1);
    // The process may still be alive.
    expect(await sendIntended(owner.orgId)).toBe(1);
    expect(await open()).toEqual([]);
    expect(await deliver(owner.orgId, effectId, purposes, { now: () => Date.now() + 60_000 })).toBe("settled");
    expect(await open()).toMatchObject([{ id: effectId, state: "unknown" }]);
    expect(linksTo(email)).toHaveLength(1);
  });

  it("that may be repeated is, under the same key; the platform handles its failure", async () => {
    await owner.call(named(supportProcedures, "support.create"), { title: "No export", description: "Nothing comes" });
    const tickets = () =>
      backend.engines.mail.listMails({ to: "support@kartis.localhost" }).filter(({ text }) => text?.includes(owner.orgId));
    for (const trouble of ["refused", "throttled", "lost"] as const) {
      const { end } = troubledMail(backend.engines, trouble);
      expect(await sendIntended(owner.orgId)).toBe(1);
      end();
    }
    expect(await sendIntended(owner.orgId)).toBe(0);
    const ids = tickets().map(({ text }) => /Ticket: (\S+)/.exec(text ?? "")?.[1]);
    expect(ids).toHaveLength(2);
    expect(isId("tkt", ids[0]) && new Set(ids).size === 1).toBe(true);
    expect(await open()).toEqual([]);
  });

  it("waits for a decision by members who may change the organization", async () => {
    const grants = { "CARDS.read": "ORGANIZATION", "ORGANIZATION.read": "ORGANIZATION" } as const;
    const role = await owner.call(named(organizationProcedures, "roles.create"), { name: "Reader", grants });
    const member = await newMember(owner, { roleId: role.id });
    const refusal = expect.objectContaining({ code: "NO_PERMISSION" });
    await expect(member.call(list, {})).rejects.toEqual(refusal);
    await expect(member.call(dismiss, { effectId: newId("eff") })).rejects.toEqual(refusal);
    await expect(member.call(sendAgain, { effectId: newId("eff") })).rejects.toEqual(refusal);
  });
});

it("leaves a state only by the transitions of the table, and a settled one only if the provider reports that it failed", () => {
  for (const state of effectStates) {
    const allowed = (Object.keys(transitions) as Transition[]).filter((transition) => {
      try {
        return stateAfter(transition, state) !== state;
      } catch {
        return false;
      }
    });
    expect(allowed, state).toEqual(expectedFrom[state]);
  }
});
const expectedFrom: Readonly<Record<EffectState, readonly Transition[]>> = {
  intended: ["claim", "lapse"],
  calling: ["succeed", "postpone", "refuse", "lose"],
  failed: ["resend", "dismiss"],
  unknown: ["resend", "confirm", "bounce"],
  done: ["bounce"],
  void: [],
  dismissed: [],
};
