import type { Chat } from "@kartis/core/chats/schema.ts";
import { usePhoneText } from "../fields/display/PhoneNumber.tsx";

/** What a conversation is called: the name that the other person uses; of somebody who never wrote, that of their card; else the number. */
export function useCalledIn(): (chat: Pick<Chat, "name" | "phone">, cardName: string | undefined) => string {
  const phoneText = usePhoneText();
  return ({ name, phone }, cardName) => name ?? (cardName || phoneText(phone));
}
