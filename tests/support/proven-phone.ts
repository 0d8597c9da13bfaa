import type { UserId } from "@kartis/core/kernel/id.ts";
import { keepProvenPhone, updateUser } from "@kartis/core/users/index.ts";

/** Gives a person a phone (E.164) as if they had entered it in their profile, and then its code. */
export async function givePhone({ userId }: { readonly userId: UserId }, phone: string): Promise<void> {
  await updateUser(userId, { phone });
  await keepProvenPhone(userId, phone, phone);
}
