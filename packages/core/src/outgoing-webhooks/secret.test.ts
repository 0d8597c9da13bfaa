import { expect, it } from "vitest";
import { newSecret, signatureOf, signedHeaders } from "./secret.ts";

/** The example of the Standard Webhooks specification. */
const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const message = { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestamp: 1_614_265_330, body: '{"test": 2432232314}' };

it("signs as the specification's example does", () => {
  expect(signatureOf(message, secret)).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
  expect(signedHeaders(message, [secret])).toEqual({
    "webhook-id": message.id,
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  });
});

it("signs once for each secret, and differently for another message", () => {
  const [one, other] = [newSecret(), newSecret()];
  const { "webhook-signature": both } = signedHeaders(message, [one, other]);
  expect(both).toBe(`${signatureOf(message, one)} ${signatureOf(message, other)}`);
  for (const changed of [
    { ...message, id: "msg_x" },
    { ...message, timestamp: 1 },
    { ...message, body: "{}" },
  ])
    expect(signatureOf(changed, one)).not.toBe(signatureOf(message, one));
});
