/** Settings that differ between deployments. Everything else is the same on every stage. */
export interface Settings {
  /** Kebab-case, at most 20 characters; part of every physical name. Not `local`: functions take that for the local cloud. */
  readonly stage: string;
  /** Sender address of emails, e.g. `no-reply@kartis.example`; its SES identity (its domain) must be verified in the same Region. */
  readonly mailFrom: string;
  /** Domain whose mail SES receives (its MX record), so that replies to emails and invitations reach Kartis. Without it they go to the sender. */
  readonly replyDomain?: string;
  /** Address for support tickets and contact requests; by default the sender's address. */
  readonly supportEmail?: string;
  /** Without it the site lives under the name that CloudFront gives. */
  readonly domain?: {
    readonly name: string;
    /** Of ACM, in us-east-1, as CloudFront wants it. */ readonly certificateArn: string;
  };
  /** URL where Kartis subscriptions are paid (decision 009); without it plans cannot be bought. */
  readonly checkoutUrl?: string;
  /** Google sign-in: the OAuth client, and the name of the secret in Secrets Manager with its client secret. */
  readonly google?: { readonly clientId: string; readonly secretName: string };
  /** Members' Gmail, with the OAuth client: the topic and the push subscription in Google's Pub/Sub, and the service account that signs its calls. */
  readonly gmail?: { readonly topic: string; readonly subscription: string; readonly pushAccount: string };
  /** SMS: the provider's name (`sms/providers/list.ts`), the account there, and the name of the secret in Secrets Manager with its token. */
  readonly sms?: { readonly provider: string; readonly account: string; readonly secretName: string };
  /** Gets a mail per alarm. */
  readonly alarmEmail?: string;
  /** ARN of a web ACL with scope CLOUDFRONT. */
  readonly webAclArn?: string;
  /** Bucket for assets if `cdk bootstrap` has not prepared the account: SST brings its own. */
  readonly assetsBucketName?: string;
}

/** The environment variables that `settingsFrom` reads. */
export type SettingsVariables = Readonly<Record<string, string | undefined>>;

/**
 * Settings from `KARTIS_STAGE`, `KARTIS_MAIL_FROM`, `KARTIS_REPLY_DOMAIN`, `KARTIS_SUPPORT_EMAIL`, `KARTIS_CHECKOUT_URL`, `KARTIS_DOMAIN` with `KARTIS_CERTIFICATE_ARN`,
 * `KARTIS_GOOGLE_CLIENT_ID` with `KARTIS_GOOGLE_SECRET_NAME`, `KARTIS_GMAIL_TOPIC` with `KARTIS_GMAIL_SUBSCRIPTION` and `KARTIS_GMAIL_PUSH_ACCOUNT`, `KARTIS_SMS_PROVIDER` with `KARTIS_SMS_ACCOUNT` and `KARTIS_SMS_SECRET_NAME`, `KARTIS_ALARM_EMAIL`, `KARTIS_WEB_ACL_ARN` and `KARTIS_ASSETS_BUCKET`. Throws an Error that
 * names every variable that is wrong.
 */
export function settingsFrom(variables: SettingsVariables): Settings {
  const problems: string[] = [];
  const read = (name: string, pattern: RegExp, expected: string): string | undefined => {
    const value = variables[name] || undefined;
    if (value !== undefined && !pattern.test(value)) problems.push(`${name} must be ${expected}`);
    return value;
  };
  const stage = read(
    "KARTIS_STAGE",
    /^(?!local$)[a-z]([a-z0-9-]{0,18}[a-z0-9])?$/,
    "kebab-case, at most 20 characters, and not local",
  );
  const mailFrom = read("KARTIS_MAIL_FROM", /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/, "an e-mail address");
  const replyDomain = read("KARTIS_REPLY_DOMAIN", /^[a-z0-9-]+(\.[a-z0-9-]+)+$/, "a domain name");
  const supportEmail = read("KARTIS_SUPPORT_EMAIL", /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/, "an e-mail address");
  const checkoutUrl = read("KARTIS_CHECKOUT_URL", /^https:\/\/[^\s/]+(\/\S*)?$/, "an https address");
  const domainName = read("KARTIS_DOMAIN", /^[a-z0-9-]+(\.[a-z0-9-]+)+$/, "a domain name without https://");
  const certificateArn = read("KARTIS_CERTIFICATE_ARN", /^arn:aws:acm:us-east-1:\d{12}:certificate\/./, "of ACM in us-east-1");
  const googleClientId = read("KARTIS_GOOGLE_CLIENT_ID", /^[\w.-]+$/, "the client's id");
  const googleSecretName = read("KARTIS_GOOGLE_SECRET_NAME", /^[\w/+=.@-]+$/, "the name of a secret in Secrets Manager");
  const gmailTopic = read("KARTIS_GMAIL_TOPIC", /^projects\/[\w.:-]+\/topics\/[\w.~%+-]+$/, "projects/<project>/topics/<topic>");
  const gmailSubscription = read(
    "KARTIS_GMAIL_SUBSCRIPTION",
    /^projects\/[\w.:-]+\/subscriptions\/[\w.~%+-]+$/,
    "projects/<project>/subscriptions/<subscription>",
  );
  const gmailAccount = read("KARTIS_GMAIL_PUSH_ACCOUNT", /^[\w.-]+@[\w.-]+$/, "the e-mail address of a service account");
  const smsProvider = read("KARTIS_SMS_PROVIDER", /^twilio$/, "twilio");
  const smsAccount = read("KARTIS_SMS_ACCOUNT", /^[\w-]+$/, "the account's id with the provider");
  const smsSecretName = read("KARTIS_SMS_SECRET_NAME", /^[\w/+=.@-]+$/, "the name of a secret in Secrets Manager");
  const alarmEmail = read("KARTIS_ALARM_EMAIL", /^[^\s@]+@[^\s@]+$/, "an e-mail address");
  const webAclArn = read("KARTIS_WEB_ACL_ARN", /^arn:aws:wafv2:us-east-1:\d{12}:global\/webacl\/./, "of a global web ACL");
  const assetsBucketName = read("KARTIS_ASSETS_BUCKET", /^[a-z0-9][a-zA-Z0-9.${}:-]{2,}$/, "a bucket's name");
  if (stage === undefined) problems.push("KARTIS_STAGE is not set");
  if (mailFrom === undefined) problems.push("KARTIS_MAIL_FROM is not set");
  if ((domainName === undefined) !== (certificateArn === undefined)) {
    problems.push("KARTIS_DOMAIN and KARTIS_CERTIFICATE_ARN belong together");
  }
  if ((googleClientId === undefined) !== (googleSecretName === undefined)) {
    problems.push("KARTIS_GOOGLE_CLIENT_ID and KARTIS_GOOGLE_SECRET_NAME belong together");
  }
  if (new Set([gmailTopic, gmailSubscription, gmailAccount].map((value) => value === undefined)).size > 1) {
    problems.push("KARTIS_GMAIL_TOPIC, KARTIS_GMAIL_SUBSCRIPTION and KARTIS_GMAIL_PUSH_ACCOUNT belong together");
  }
  if (gmailTopic !== undefined && googleClientId === undefined) {
    problems.push("KARTIS_GMAIL_TOPIC needs KARTIS_GOOGLE_CLIENT_ID");
  }
  if (new Set([smsProvider, smsAccount, smsSecretName].map((value) => value === undefined)).size > 1) {
    problems.push("KARTIS_SMS_PROVIDER, KARTIS_SMS_ACCOUNT and KARTIS_SMS_SECRET_NAME belong together");
  }
  if (problems.length > 0 || stage === undefined || mailFrom === undefined) throw new Error(problems.join("; "));
  return {
    stage,
    mailFrom,
    ...(replyDomain !== undefined && { replyDomain }),
    ...(supportEmail !== undefined && { supportEmail }),
    ...(domainName !== undefined && certificateArn !== undefined && { domain: { name: domainName, certificateArn } }),
    ...(checkoutUrl !== undefined && { checkoutUrl }),
    ...(googleClientId !== undefined &&
      googleSecretName !== undefined && { google: { clientId: googleClientId, secretName: googleSecretName } }),
    ...(gmailTopic !== undefined &&
      gmailSubscription !== undefined &&
      gmailAccount !== undefined && {
        gmail: { topic: gmailTopic, subscription: gmailSubscription, pushAccount: gmailAccount },
      }),
    ...(smsProvider !== undefined &&
      smsAccount !== undefined &&
      smsSecretName !== undefined && { sms: { provider: smsProvider, account: smsAccount, secretName: smsSecretName } }),
    ...(alarmEmail !== undefined && { alarmEmail }),
    ...(webAclArn !== undefined && { webAclArn }),
    ...(assetsBucketName !== undefined && { assetsBucketName }),
  };
}
