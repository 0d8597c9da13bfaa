import { calledIn } from "@kartis/core/words.ts";
import { errorShape } from "@kartis/core/kernel/error.ts";
import type { Membership } from "@kartis/core/kernel/actor.ts";
import { systemClock } from "@kartis/core/kernel/clock.ts";
import { features } from "@kartis/core/kernel/feature.ts";
import { newId } from "@kartis/core/kernel/id.ts";
import {
  allGrants,
  type Grants,
  permissionActions,
  permissionLevels,
  permissionTypes,
  type Permission,
} from "@kartis/core/kernel/permission.ts";
import type { CallContext, Procedure } from "@kartis/core/kernel/procedure.ts";
import { planState } from "@kartis/core/plans/plans.ts";
import { procedures } from "@kartis/functions/api/procedures.ts";
import { describe, expect, it } from "vitest";

/** A call by a basic member whose role has these grants, with an input that no schema takes: it ends before it does anything. */
async function outcome(procedure: Procedure, grants: Grants, roleId: Membership["roleId"]): Promise<string> {
  const membership: Membership = {
    orgId: newId("org"),
    systemRole: "BASIC",
    roleId,
    grants,
    plan: planState("ENTERPRISE", null),
    features,
    settings: { currency: "USD", region: "US", timeZone: "UTC" },
  };
  const context: CallContext = {
    actor: { kind: "user", userId: newId("usr"), sessionId: "ses_x", membership },
    clock: systemClock,
    requestId: "r",
    origin: "ui",
    client: { address: "127.0.0.1", userAgent: "test" },
    ...calledIn(null),
    setCookie: () => undefined,
  };
  return procedure.call("no schema takes this", context).then(
    () => "admitted",
    (error: unknown) => errorShape(error, "r").code,
  );
}

const permissions = permissionTypes.flatMap((type) => permissionActions.map((action): Permission => `${type}.${action}`));
const roleId = newId("rol");

const guarded = procedures.flatMap((procedure: Procedure) =>
  Array.isArray(procedure.access) ? [[procedure.name, procedure, `${procedure.access.join(".")}` as Permission] as const] : [],
);

describe("18 types, 4 actions, 3 levels: each procedure lets in who has its permission, and nobody else", () => {
  it("covers every kind of permission there is", () => {
    expect(permissions).toHaveLength(72);
    expect(permissionLevels).toHaveLength(3);
    expect(guarded.length).toBeGreaterThan(20);
  });

  it.each(guarded)("%s", async (_, procedure, needed) => {
    for (const permission of permissions) {
      for (const level of permissionLevels) {
        const answer = await outcome(procedure, { [permission]: level }, roleId);
        expect(answer, `${permission} at ${level}`).toBe(permission === needed ? "INVALID_INPUT" : "NO_PERMISSION");
      }
    }
    const { [needed]: _without, ...others } = allGrants;
    expect(await outcome(procedure, others, roleId)).toBe("NO_PERMISSION");
    expect(await outcome(procedure, {}, roleId)).toBe("NO_PERMISSION");
    expect(await outcome(procedure, {}, null)).toBe("MISSING_ROLE");
  });
});
