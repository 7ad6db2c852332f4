import { env, l10n } from "vscode";
import { UserError } from "../../../core/base/errors.ts";
import { notice } from "../../../core/ui/notice.ts";
import { pasteable } from "../../../core/ui/pasteable.ts";
import { pickOne } from "../../../core/ui/pick.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import type { PackagesContext } from "../context.ts";
import { installCommand, type InstallTool, installTools, packageReference } from "../nuget/installTexts.ts";
import { isPackageName, isPackageVersion } from "../nuget/names.ts";
import type { PackageRef } from "../refs.ts";
import { pickPackage, newestVersion, type VersionRef } from "./pickPackage.ts";

/** Copies a package's name. */
export async function copyName(context: PackagesContext, given?: PackageRef): Promise<void> {
  const { packageName } = await pickPackage(context, given, l10n.t("Copy Package Name"));
  await env.clipboard.writeText(pasteable(packageName));
  notice(l10n.t("Copied name."));
}

const toolKey = "forgeline.installTool";

/** Copies the command that installs a version with the tool that the user picks; the last used tool comes first. */
export async function copyInstallCommand(context: PackagesContext, given?: PackageRef): Promise<void> {
  const title = l10n.t("Copy Package Install Command");
  const { packageName, version } = checked(await newestVersion(context, await pickPackage(context, given, title)));
  const last = context.memory.get(toolKey);
  const tools = [...installTools].sort((a, b) => Number(b === last) - Number(a === last));
  const tool = await pickOne<InstallTool>({
    title,
    placeholder: l10n.t("Select a tool to install {0} {1}", packageName, version),
    choices: tools.map((value) => ({
      label: toolName(value),
      detail: installCommand(value, packageName, version),
      value,
    })),
  });
  await context.memory.update(toolKey, tool);
  await env.clipboard.writeText(installCommand(tool, packageName, version));
  notice(l10n.t("Copied the install command of {0} {1}.", packageName, version));
}

/** Copies the `PackageReference` element of a version for a project file. */
export async function copyReference(context: PackagesContext, given?: PackageRef): Promise<void> {
  const { packageName, version } = checked(
    await newestVersion(context, await pickPackage(context, given, l10n.t("Copy PackageReference"))),
  );
  await env.clipboard.writeText(packageReference(packageName, version));
  notice(l10n.t("Copied the PackageReference of {0} {1}.", packageName, version));
}

/** Ensures that a feed cannot inject anything: the copied text goes into shells and project files. @throws UserError */
function checked(ref: VersionRef): VersionRef {
  if (!isPackageName(ref.packageName))
    throw new UserError(l10n.t("“{0}” is not a valid package name.", plainText(ref.packageName, 100)));
  if (!isPackageVersion(ref.version))
    throw new UserError(l10n.t("“{0}” is not a valid package version.", plainText(ref.version, 100)));
  return ref;
}

function toolName(tool: InstallTool): string {
  switch (tool) {
    case "dotnet":
      return l10n.t(".NET command line");
    case "packageManager":
      return l10n.t("Package Manager Console");
    case "nuget":
      return l10n.t("NuGet command line");
  }
}
