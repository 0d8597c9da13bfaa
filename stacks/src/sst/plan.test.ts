import { describe, expect, it } from "vitest";
import { type AssemblyManifest, planDeployment, readPlan } from "./plan.ts";
import { synthesise } from "../synthesis.fixture.ts";

const bucket = "assets";

function stack(id: string, ...dependencies: string[]): NonNullable<AssemblyManifest["artifacts"]> {
  return {
    [id]: {
      type: "aws:cloudformation:stack",
      dependencies: [...dependencies, `${id}.assets`],
      properties: { stackName: `kartis-${id}`, stackTemplateAssetObjectUrl: `s3://${bucket}/${id}.json` },
    },
    [`${id}.assets`]: { type: "cdk:asset-manifest", properties: { file: `${id}.assets.json` } },
  };
}

const filesOf = (file: string) => ({
  files: {
    template: {
      source: { path: file.replace(".assets.json", ".template.json"), packaging: "file" },
      destinations: { here: { bucketName: bucket, objectKey: file.replace(".assets.json", ".json") } },
    },
    shared: {
      source: { path: "asset.layer", packaging: "zip" },
      destinations: { here: { bucketName: bucket, objectKey: "layer.zip" } },
    },
  },
});

describe("planDeployment", () => {
  it("puts a stack after those it depends on, whatever the manifest's order", () => {
    const manifest = { artifacts: { ...stack("Api", "Events", "Data"), ...stack("Events", "Data"), ...stack("Data") } };
    const { stacks } = planDeployment(manifest, filesOf, bucket);
    expect(stacks.map(({ id }) => id)).toEqual(["Data", "Events", "Api"]);
    expect(stacks.map(({ dependsOn }) => dependsOn)).toEqual([[], ["Data"], ["Events", "Data"]]);
  });

  it("uploads what two stacks share once, and each stack waits for it and for its template", () => {
    const { assets, stacks } = planDeployment({ artifacts: { ...stack("Data"), ...stack("Api", "Data") } }, filesOf, bucket);
    expect(assets.map(({ objectKey }) => objectKey).toSorted()).toEqual(["Api.json", "Data.json", "layer.zip"]);
    for (const { templateKey, assetKeys } of stacks) expect(assetKeys.toSorted()).toEqual([templateKey, "layer.zip"].toSorted());
  });

  it("refuses an assembly that was made for another bucket", () => {
    expect(() => planDeployment({ artifacts: stack("Data") }, filesOf, "other")).toThrow(/instead of other/);
  });

  it("refuses an asset that has no file", () => {
    const made = { files: { image: { source: {}, destinations: { here: { bucketName: bucket, objectKey: "image" } } } } };
    expect(() => planDeployment({ artifacts: stack("Data") }, () => made, bucket)).toThrow(/no file/);
  });
});

it("plans the actual stacks, for the given bucket", async () => {
  const assetsBucketName = "kartis-test-assets-123456789012-eu-central-1";
  const cloud = synthesise({ stage: "test", mailFrom: "no-reply@kartis.example", assetsBucketName });
  try {
    const { stacks, assets } = await readPlan(cloud.outdir, assetsBucketName);
    expect(stacks.map(({ stackName }) => stackName)).toEqual(
      ["origin", "data", "events", "channels", "api"].map((name) => `kartis-test-${name}`),
    );
    const planned = new Set(assets.map(({ objectKey }) => objectKey));
    const keys = cloud
      .all("AWS::Lambda::Function")
      .map(({ properties }) => JSON.stringify(properties).match(/"S3Key":"([^"]+)"/)?.[1] ?? "");
    expect(keys.length).toBeGreaterThan(0);
    expect(keys.filter((key) => !planned.has(key))).toEqual([]);
  } finally {
    cloud.dispose();
  }
});
