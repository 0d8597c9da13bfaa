/// <reference path="./.sst/platform/config.d.ts" />

/*
 * `npx sst deploy --stage <stage>`: the stacks of stacks/, which SST, having no CDK of its own, gets as CloudFormation templates.
 * The settings are the KARTIS_* variables that stacks/README.md lists.
 */
export default $config({
  app({ stage }) {
    return {
      name: "kartis",
      home: "aws",
      // What must not be lost is kept by the stacks themselves: the table and the data bucket outlive them.
      removal: "retain",
      protect: stage === "production",
      providers: { aws: "7.20.0" },
    };
  },

  async run() {
    const { join } = await import("node:path");
    const { synthesise } = await import("./stacks/src/sst/synthesise.ts");
    const root = $cli.paths.root;

    const { accountId } = await aws.getCallerIdentity();
    const { region } = await aws.getRegion();
    const bucketName = `kartis-${$app.stage}-assets-${accountId}-${region}`;
    const { plan, uploads } = await synthesise({
      root,
      outdir: join($cli.paths.work, "cdk.out"),
      environment: { ...process.env, KARTIS_STAGE: $app.stage, KARTIS_ASSETS_BUCKET: bucketName },
      bucketName,
    });

    const bucket = new aws.s3.Bucket("Assets", { bucket: bucketName, forceDestroy: false });
    new aws.s3.BucketPublicAccessBlock("AssetsPublicAccess", {
      bucket: bucket.id,
      blockPublicAcls: true,
      blockPublicPolicy: true,
      ignorePublicAcls: true,
      restrictPublicBuckets: true,
    });
    const objects = new Map(
      uploads.map(({ objectKey, file }) => [
        objectKey,
        new aws.s3.BucketObjectv2(
          `Asset-${objectKey}`,
          { bucket: bucket.id, key: objectKey, source: new $util.asset.FileAsset(file) },
          // A stack that is rolled back, or another one, may still be made of an asset that this deployment no longer has.
          { retainOnDelete: true },
        ),
      ]),
    );

    const stacks = new Map<string, aws.cloudformation.Stack>();
    for (const { id, stackName, templateKey, dependsOn, assetKeys } of plan.stacks) {
      const first = [...dependsOn.map((other) => stacks.get(other)), ...assetKeys.map((key) => objects.get(key))];
      stacks.set(
        id,
        new aws.cloudformation.Stack(
          `Stack${id}`,
          {
            name: stackName,
            templateUrl: $interpolate`https://${bucket.bucketRegionalDomainName}/${templateKey}`,
            capabilities: ["CAPABILITY_IAM", "CAPABILITY_NAMED_IAM"],
          },
          { dependsOn: first.filter((resource) => resource !== undefined) },
        ),
      );
    }
    return { publicOrigin: stacks.get("Origin")?.outputs.apply((outputs) => outputs.PublicOrigin) };
  },
});
