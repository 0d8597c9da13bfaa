import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** A file or folder of the cloud assembly, and the key it must have in the assets bucket. */
export interface AssetPlan {
  readonly objectKey: string;
  /** Path relative to the assembly's folder. */
  readonly path: string;
  readonly packaging: "file" | "zip";
}

export interface StackPlan {
  /** The CDK's id, e.g. `Origin`. */
  readonly id: string;
  readonly stackName: string;
  /** Key of its template in the assets bucket; templates over 51,200 bytes can only be given by URL. */
  readonly templateKey: string;
  /** Ids of the stacks that must be there first; always earlier in the plan. */
  readonly dependsOn: readonly string[];
  /** Keys of everything that must be uploaded first, its template too. */
  readonly assetKeys: readonly string[];
}

export interface DeploymentPlan {
  /** Each once, though several stacks may use it. */
  readonly assets: readonly AssetPlan[];
  /** Stacks in an order in which they can be deployed. */
  readonly stacks: readonly StackPlan[];
}

/** The parts that are read of `manifest.json`; its whole form is `@aws-cdk/cloud-assembly-schema`'s. */
export interface AssemblyManifest {
  readonly artifacts?: Readonly<
    Record<
      string,
      {
        readonly type: string;
        readonly dependencies?: readonly string[];
        readonly properties?: {
          readonly file?: string;
          readonly stackName?: string;
          readonly stackTemplateAssetObjectUrl?: string;
        };
      }
    >
  >;
}

/** The parts that are read of `<stack>.assets.json`. */
export interface AssetManifest {
  readonly files?: Readonly<
    Record<
      string,
      {
        readonly source: { readonly path?: string; readonly packaging?: string };
        readonly destinations: Readonly<Record<string, { readonly bucketName: string; readonly objectKey: string }>>;
      }
    >
  >;
}

/**
 * Uploads and stacks of a cloud assembly, in order of deployment. Pure.
 * @param assetManifestOf by the file's name in the assembly
 * @param bucketName the one bucket that the assembly was synthesised for; throws when an asset goes to another
 */
export function planDeployment(
  manifest: AssemblyManifest,
  assetManifestOf: (file: string) => AssetManifest,
  bucketName: string,
): DeploymentPlan {
  const artifacts = manifest.artifacts ?? {};
  const assets = new Map<string, AssetPlan>();
  const stacks = new Map<string, StackPlan>();

  const assetsOf = (dependencies: readonly string[]): AssetPlan[] =>
    dependencies.flatMap((id) => {
      const { type, properties } = artifacts[id] ?? {};
      if (type !== "cdk:asset-manifest" || properties?.file === undefined) return [];
      return assetPlans(assetManifestOf(properties.file), bucketName);
    });

  const visit = (id: string): void => {
    const artifact = artifacts[id];
    if (artifact?.type !== "aws:cloudformation:stack" || stacks.has(id)) return;
    const { dependencies = [], properties = {} } = artifact;
    dependencies.forEach(visit);
    const own = assetsOf(dependencies);
    for (const asset of own) assets.set(asset.objectKey, asset);
    const prefix = `s3://${bucketName}/`;
    const templateUrl = properties.stackTemplateAssetObjectUrl ?? "";
    if (!templateUrl.startsWith(prefix)) throw new Error(`The template of ${id} is not in ${bucketName}: ${templateUrl}`);
    stacks.set(id, {
      id,
      stackName: properties.stackName ?? id,
      templateKey: templateUrl.slice(prefix.length),
      dependsOn: dependencies.filter((dependency) => stacks.has(dependency)),
      assetKeys: own.map(({ objectKey }) => objectKey),
    });
  };
  Object.keys(artifacts).forEach(visit);
  return { assets: [...assets.values()], stacks: [...stacks.values()] };
}

function assetPlans({ files = {} }: AssetManifest, expectedBucket: string): AssetPlan[] {
  return Object.values(files).flatMap(({ source, destinations }) =>
    Object.values(destinations).map(({ bucketName, objectKey }) => {
      const { path, packaging = "file" } = source;
      if (bucketName !== expectedBucket) throw new Error(`${objectKey} goes to ${bucketName} instead of ${expectedBucket}`);
      // A source without a path is made by a command that the CDK's own publisher would run.
      if (path === undefined || (packaging !== "file" && packaging !== "zip"))
        throw new Error(`${objectKey} has no file to upload`);
      return { objectKey, path, packaging };
    }),
  );
}

/** Reads a cloud assembly's folder and plans its deployment. */
export async function readPlan(assembly: string, bucketName: string): Promise<DeploymentPlan> {
  const read = async <T>(file: string): Promise<T> => JSON.parse(await readFile(join(assembly, file), "utf8"));
  const manifest = await read<AssemblyManifest>("manifest.json");
  const files = Object.values(manifest.artifacts ?? {}).flatMap(({ type, properties }) =>
    type === "cdk:asset-manifest" && properties?.file !== undefined ? [properties.file] : [],
  );
  const manifests = new Map(await Promise.all(files.map(async (file) => [file, await read<AssetManifest>(file)] as const)));
  return planDeployment(manifest, (file) => manifests.get(file) ?? {}, bucketName);
}
