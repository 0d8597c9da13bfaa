import { idSchema } from "@kartis/core/kernel/id-schema.ts";
import { permissionLevels } from "@kartis/core/kernel/permission.ts";
import * as z from "zod";
import { fileId, instant, userId, version } from "./parts.ts";

export const Member = z.object({
  userId,
  name: z.string(),
  email: z.string(),
  systemRole: z.enum(["OWNER", "ADMIN", "BASIC"]),
  roleId: idSchema("rol").nullable(),
  avatarId: fileId.nullable(),
  joinedAt: instant,
  invitedAt: instant.nullable(),
  lastActiveAt: instant.nullable(),
  version,
});
export const NamedMember = Member.pick({ userId: true, name: true, avatarId: true }).extend({ isAssignable: z.boolean() });
export const Role = z.object({
  id: idSchema("rol"),
  version,
  name: z.string(),
  description: z.string(),
  grants: z.record(z.string(), z.enum(permissionLevels)).describe("`TYPE.action` to level; what is absent is denied"),
  preset: z.enum(["SYSTEM_ADMINISTRATOR", "SALES_REPRESENTATIVE", "READ_ONLY_USER"]).nullable(),
  memberCount: z.number().int(),
});
