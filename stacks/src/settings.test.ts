import { expect, it } from "vitest";
import { settingsFrom } from "./settings.ts";

const least = { KARTIS_STAGE: "prod", KARTIS_MAIL_FROM: "no-reply@kartis.example" };

it("takes a stage and a sender, and nothing else is needed", () => {
  expect(settingsFrom({ ...least, KARTIS_DOMAIN: "" })).toEqual({ stage: "prod", mailFrom: "no-reply@kartis.example" });
});

it.each([
  ["no stage", { KARTIS_STAGE: undefined }, /KARTIS_STAGE is not set/],
  ["the local cloud's stage", { KARTIS_STAGE: "local" }, /KARTIS_STAGE must/],
  ["a stage that no bucket's name could end in", { KARTIS_STAGE: "Prod_1" }, /KARTIS_STAGE must/],
  ["a stage that would make the bucket's name longer than S3 allows", { KARTIS_STAGE: "a".repeat(21) }, /KARTIS_STAGE must/],
  ["no sender", { KARTIS_MAIL_FROM: undefined }, /KARTIS_MAIL_FROM is not set/],
  ["a sender with a display name", { KARTIS_MAIL_FROM: "Kartis <a@b.example>" }, /KARTIS_MAIL_FROM must/],
  ["a domain without a certificate", { KARTIS_DOMAIN: "app.kartis.example" }, /belong together/],
  ["a client of Google's without its secret", { KARTIS_GOOGLE_CLIENT_ID: "1.apps.googleusercontent.com" }, /belong together/],
  ["a topic for Gmail without its subscription", { KARTIS_GMAIL_TOPIC: "projects/p/topics/t" }, /belong together/],
  ["a topic that is only a name", { KARTIS_GMAIL_TOPIC: "gmail" }, /KARTIS_GMAIL_TOPIC must/],
  ["a domain with a scheme", { KARTIS_DOMAIN: "https://app.kartis.example" }, /KARTIS_DOMAIN must/],
  [
    "a certificate of another Region",
    { KARTIS_CERTIFICATE_ARN: "arn:aws:acm:eu-west-1:123456789012:certificate/1" },
    /us-east-1/,
  ],
])("refuses %s", (_, change, message) => {
  expect(() => settingsFrom({ ...least, ...change })).toThrow(message);
});

it("names every variable that is wrong at once", () => {
  expect(() => settingsFrom({})).toThrow("KARTIS_STAGE is not set; KARTIS_MAIL_FROM is not set");
});
