import { runInNewContext } from "node:vm";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { formHeaders, securityHeaders } from "@kartis/local/apigateway/security-headers.ts";
import { type Cloud, at, list } from "../synthesis.fixture.ts";

/** CloudFront's own policies, by the ids that its documentation lists. */
const cachingDisabled = "4135ea2d-6df8-44a3-9df3-4b5a84be39ad";
const allViewerExceptHost = "b689b0a8-53d0-40ab-baf2-68738e2966ac";

/** One origin, behaving as the local gateway does. */
export function checkOrigin(cloud: Cloud): void {
  const distribution = at(cloud.only("AWS::CloudFront::Distribution").properties, "DistributionConfig");
  const behaviors = list(at(distribution, "CacheBehaviors"));
  const originOf = (behavior: unknown) =>
    list(at(distribution, "Origins")).find((origin) => at(origin, "Id") === at(behavior, "TargetOriginId"));
  const apis = cloud.all("AWS::ApiGatewayV2::Api");
  const apiOf = (protocol: string) => apis.find(({ properties }) => at(properties, "ProtocolType") === protocol)?.id;

  it.each([
    ["/api/*", "HTTP"],
    ["/files/*", "HTTP"],
    ["/calendar/feed/*", "HTTP"],
    ["/ws", "WEBSOCKET"],
  ])("hands %s to the %s API, uncached, with cookies, query and headers", (path, protocol) => {
    const behavior = behaviors.find((each) => at(each, "PathPattern") === path);
    expect(cloud.text(at(originOf(behavior), "DomainName"))).toBe(
      `<${apiOf(protocol)}>.execute-api.<AWS::Region>.<AWS::URLSuffix>`,
    );
    expect(at(originOf(behavior), "OriginPath")).toBeUndefined();
    expect(at(behavior, "CachePolicyId")).toBe(cachingDisabled);
    expect(at(behavior, "OriginRequestPolicyId")).toBe(allViewerExceptHost);
    expect(at(behavior, "ViewerProtocolPolicy")).toBe("https-only");
    // The header that makes the API trust CloudFront about the viewer's address.
    const sent = list(at(originOf(behavior), "OriginCustomHeaders"));
    const proof = cloud.text(at(sent, 0, "HeaderValue"));
    expect(sent.map((header) => at(header, "HeaderName"))).toEqual(["x-kartis-edge"]);
    expect(proof).toMatch(/^\{\{resolve:secretsmanager:.*EdgeProof/);
    if (path === "/api/*") expect(list(at(behavior, "AllowedMethods"))).toContain("POST");
  });

  it("hands everything else to the site's bucket, which only this distribution may read", () => {
    const site = originOf(at(distribution, "DefaultCacheBehavior"));
    expect(at(site, "OriginAccessControlId")).toBeDefined();
    const forms = behaviors.filter((behavior) => at(behavior, "PathPattern") === "/forms/*");
    expect(forms.map(originOf)).toEqual([site]);
    expect(behaviors).toHaveLength(5);
  });

  it("answers a page's address with the index and leaves files and the API's errors alone", () => {
    const functionOf = (behavior: unknown) => {
      const association = at(behavior, "FunctionAssociations", 0);
      expect(at(association, "EventType")).toBe("viewer-request");
      const arn = cloud.text(at(association, "FunctionARN"));
      return cloud.all("AWS::CloudFront::Function").find(({ id }) => arn.includes(id))?.properties;
    };
    const rewriting =
      (behavior: unknown) =>
      (uri: string): unknown => {
        const code = String(at(functionOf(behavior), "FunctionCode"));
        return at(runInNewContext(`${code}; handler({ request: { uri: ${JSON.stringify(uri)} } })`), "uri");
      };
    const rewrite = rewriting(at(distribution, "DefaultCacheBehavior"));
    expect(["/", "/cards/crd_1", "/settings.x/audit"].map(rewrite)).toEqual(["/index.html", "/index.html", "/index.html"]);
    expect(["/assets/index-12345678.js", "/icon.svg"].map(rewrite)).toEqual(["/assets/index-12345678.js", "/icon.svg"]);
    const ofForms = behaviors.find((behavior) => at(behavior, "PathPattern") === "/forms/*");
    expect(["/forms/org_1.frm_1.x", "/forms/preview", "/forms/embed.js"].map(rewriting(ofForms))).toEqual([
      "/form.html",
      "/form.html",
      "/forms/embed.js",
    ]);
    expect(at(distribution, "CustomErrorResponses")).toBeUndefined();
    const others = behaviors.filter((behavior) => behavior !== ofForms);
    expect(others.map((behavior) => at(behavior, "FunctionAssociations"))).toEqual(others.map(() => undefined));
  });

  it("sends the headers that the local gateway sends, and Strict-Transport-Security", () => {
    const policies = cloud.all("AWS::CloudFront::ResponseHeadersPolicy");
    const policyOf = (behavior: unknown) =>
      policies.find(({ id }) => cloud.text(at(behavior, "ResponseHeadersPolicyId")) === `<${id}>`) ?? expect.fail();
    const policy = policyOf(at(distribution, "DefaultCacheBehavior"));
    const headers = at(policy.properties, "ResponseHeadersPolicyConfig", "SecurityHeadersConfig");
    const custom = list(at(policy.properties, "ResponseHeadersPolicyConfig", "CustomHeadersConfig", "Items"));
    const csp = cloud.text(at(headers, "ContentSecurityPolicy", "ContentSecurityPolicy"));
    const bucket = cloud.all("AWS::S3::Bucket").find(({ stack }) => stack === "Data");
    const data = `https://${cloud.text(at(bucket?.properties, "BucketName"))}.s3.<AWS::Region>.<AWS::URLSuffix>`;
    const sockets = cloud.settings.domain ? `wss://${cloud.settings.domain.name}` : "";
    const local = securityHeaders({ data, sockets });
    expect(csp.split("; ")).toEqual(local["content-security-policy"]?.replaceAll("  ", " ").split("; "));
    const own = ["content-security-policy", "x-content-type-options", "x-frame-options", "referrer-policy"];
    expect(custom.map((header) => [at(header, "Header"), at(header, "Value")])).toEqual(
      Object.entries(local).filter(([name]) => !own.includes(name)),
    );
    expect(at(headers, "FrameOptions", "FrameOption")).toBe(local["x-frame-options"]);
    expect(at(headers, "ReferrerPolicy", "ReferrerPolicy")).toBe(local["referrer-policy"]);
    expect(at(headers, "ContentTypeOptions", "Override")).toBe(true);
    expect(at(headers, "StrictTransportSecurity", "AccessControlMaxAgeSec")).toBe(730 * 86_400);
    const forms = behaviors.find((behavior) => at(behavior, "PathPattern") === "/forms/*");
    const others = behaviors.filter((behavior) => behavior !== forms);
    expect(others.map(policyOf)).toEqual(others.map(() => policy));
    // Other sites frame the page of a form, and that alone.
    const ofForms = policyOf(forms).properties;
    const framed = at(ofForms, "ResponseHeadersPolicyConfig", "SecurityHeadersConfig");
    expect(at(framed, "FrameOptions")).toBeUndefined();
    expect(cloud.text(at(framed, "ContentSecurityPolicy", "ContentSecurityPolicy"))).toBe(
      formHeaders({ data, sockets })["content-security-policy"]?.replaceAll("  ", " "),
    );
    const loaded = list(at(ofForms, "ResponseHeadersPolicyConfig", "CustomHeadersConfig", "Items"));
    expect(loaded.map((header) => [at(header, "Header"), at(header, "Value")])).toContainEqual([
      "cross-origin-resource-policy",
      "cross-origin",
    ]);
  });

  it("has the routes that the functions name, and CloudFront lets each of them through", () => {
    const routes = cloud.all("AWS::ApiGatewayV2::Route");
    const keysOf = (protocol: string) =>
      routes
        .filter(({ properties }) => cloud.text(at(properties, "ApiId")) === `<${apiOf(protocol)}>`)
        .map(({ properties }) => String(at(properties, "RouteKey")));
    const named = (kind: "http" | "websocket") =>
      cloud.functions.flatMap(({ trigger }): readonly string[] =>
        trigger.kind === kind && "routes" in trigger ? trigger.routes : [],
      );
    expect(keysOf("HTTP").toSorted()).toEqual(named("http").toSorted());
    expect(keysOf("WEBSOCKET").toSorted()).toEqual(named("websocket").toSorted());
    expect(keysOf("HTTP").filter((key) => !/^[A-Z]+ \/(api|files|calendar\/feed)\/./.test(key))).toEqual([]);
  });

  it("answers sockets at the stage that CloudFront's path names", () => {
    const stage = cloud
      .all("AWS::ApiGatewayV2::Stage")
      .find(({ properties }) => cloud.text(at(properties, "ApiId")) === `<${apiOf("WEBSOCKET")}>`);
    expect(at(stage?.properties, "StageName")).toBe("ws");
    for (const { properties } of [stage].flatMap((each) => each ?? [])) expect(at(properties, "AutoDeploy")).toBe(true);
  });

  it("uploads hashed files for good and the rest to be asked for anew, pruning nothing", () => {
    const uploads = cloud.all("Custom::CDKBucketDeployment");
    const contents = uploads.map(({ properties }) => {
      const key = cloud.text(list(at(properties, "SourceObjectKeys"))[0]).replace(".zip", "");
      const files = readdirSync(join(cloud.outdir, `asset.${key}`), { recursive: true, withFileTypes: true });
      return [
        cloud.text(at(properties, "SystemMetadata", "cache-control")),
        files.filter((file) => file.isFile()).map(({ name }) => name),
      ];
    });
    expect(Object.fromEntries(contents)).toEqual({
      "public, max-age=31536000, immutable": ["index-12345678.js"],
      "no-cache": ["index.html"],
    });
    expect(uploads.map(({ properties }) => at(properties, "Prune"))).toEqual([false, false]);
  });
}
