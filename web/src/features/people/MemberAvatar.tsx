import { PersonAvatar } from "../../ui/display/Avatar.tsx";
import { inlineUrl } from "../records/file-values.ts";
import { useMembers, useNameOf } from "./people.ts";

/** A colleague's picture, or their initials. */
export function MemberAvatar({ userId, size = 20 }: { userId: string; size?: 20 | 24 }) {
  const member = useMembers().find((each) => each.userId === userId);
  const name = useNameOf()(userId);
  const imageUrl = member?.avatarId ? inlineUrl(member.avatarId) : undefined;
  return <PersonAvatar userId={userId} name={name} imageUrl={imageUrl} size={size} />;
}
