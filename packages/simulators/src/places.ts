/** The pages that play the outside world, by what each stands for. */
const places = {
  Mailbox: "/local/mailbox",
  SMS: "/local/sms",
  WhatsApp: "/local/whatsapp",
  Gmail: "/local/gmail",
  Telephone: "/local/voip",
  Webhooks: "/local/webhooks",
  "Notifications to browsers": "/local/push",
} as const;

/** Links from one of these pages to the others: whoever has found one finds all. */
export function placesFrom(current: string): string {
  const others = Object.entries(places).filter(([name]) => name !== current);
  return `<p class="places">${others.map(([name, path]) => `<a href="${path}">${name}</a>`).join(" · ")}</p>`;
}
