import { l10n, Uri, window } from "vscode";
import { type Upload, uploadFile } from "../../../api/upload.ts";
import { CancelledError, UserError } from "../../../core/base/errors.ts";
import type { Context } from "../../../core/context.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { plural } from "../../../core/ui/plural.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import { sizeText } from "../../../core/ui/size.ts";
import { isUnchanged, type PackageFile, readPackageFile } from "../nuget/packageFile.ts";
import { PackageFileError } from "../nuget/packageFileError.ts";

export type PackageKind = "package" | "symbols";

/** A package that can be published. */
export interface ChosenPackage extends PackageFile {
  readonly path: string;
  readonly filename: string;
}

const endings = { package: "nupkg", symbols: "snupkg" } as const;

/** Reads and checks the given package file, or one that the user picks. @throws CancelledError, UserError */
export async function choosePackage(
  context: Context,
  given: Uri | undefined,
  kind: PackageKind,
  title: string,
): Promise<ChosenPackage> {
  const uri = given ?? (await pickFile(context, kind, title));
  if (uri.scheme !== "file") throw new UserError(l10n.t("Choose a file on the machine that Forgeline runs on."));
  const filename = uri.path.slice(uri.path.lastIndexOf("/") + 1);
  checkEnding(filename, kind);
  const read = await withProgress(l10n.t("Loading {0}…", plainText(filename, 100)), (signal) =>
    readPackageFile(uri.fsPath, kind, signal),
  ).catch((error: unknown) => {
    throw error instanceof PackageFileError
      ? new UserError(packageErrorText(error, filename), { cause: error })
      : error;
  });
  return { ...read, path: uri.fsPath, filename };
}

async function pickFile(context: Context, kind: PackageKind, title: string): Promise<Uri> {
  const { value } = context.current;
  const root = value.kind === "ready" ? value.project.root : undefined;
  const [chosen] =
    (await window.showOpenDialog({
      title,
      canSelectMany: false,
      openLabel: l10n.t("Choose"),
      filters: { [kind === "package" ? l10n.t("NuGet packages") : l10n.t("NuGet symbol packages")]: [endings[kind]] },
      ...(root !== undefined && { defaultUri: Uri.file(root) }),
    })) ?? [];
  if (!chosen) throw new CancelledError();
  return chosen;
}

function checkEnding(filename: string, kind: PackageKind): void {
  const name = plainText(filename, 100);
  const lower = filename.toLowerCase();
  if (lower.endsWith(".symbols.nupkg"))
    throw new UserError(
      l10n.t(
        "{0} uses the legacy symbol package format, which is not supported. Pack the symbols as a .snupkg file.",
        name,
      ),
    );
  if (lower.endsWith(`.${endings[kind]}`)) return;
  if (lower.endsWith(".snupkg")) throw symbolsInstead(filename);
  if (lower.endsWith(".nupkg")) throw packageInstead(filename);
  throw new UserError(
    kind === "package"
      ? l10n.t("{0} is not a package (.nupkg).", name)
      : l10n.t("{0} is not a symbol package (.snupkg).", name),
  );
}

const symbolsInstead = (filename: string): UserError =>
  new UserError(l10n.t("{0} contains the symbols of a package. Publish it as symbols.", plainText(filename, 100)), {
    action: { title: l10n.t("Publish Symbol Package…"), command: "forgeline.packages.publishSymbols" },
  });

const packageInstead = (filename: string): UserError =>
  new UserError(l10n.t("{0} is not marked as a symbol package. Publish it as a package.", plainText(filename, 100)), {
    action: { title: l10n.t("Publish Package…"), command: "forgeline.packages.publish" },
  });

/** Returns why a file cannot be published and what to do. */
function packageErrorText({ why, found }: PackageFileError, filename: string): string {
  const name = plainText(filename, 100);
  switch (why) {
    case "unreadable":
      return l10n.t("Could not read {0}.", name);
    case "empty":
      return l10n.t("{0} is empty.", name);
    case "notZip":
      return l10n.t("{0} is not a valid package: it cannot be extracted. Pack it again.", name);
    case "noManifest":
      return l10n.t("{0} is not a valid package: it contains no .nuspec file.", name);
    case "severalManifests":
      return l10n.t("{0} contains several .nuspec files. Pack it again.", name);
    case "largeManifest":
      return l10n.t("The .nuspec file of {0} is too large.", name);
    case "badManifest":
      return l10n.t("The .nuspec file of {0} is not valid. Pack it again.", name);
    case "noName":
      return l10n.t("The .nuspec file of {0} has no ID. Add one and pack it again.", name);
    case "noVersion":
      return l10n.t("The .nuspec file of {0} has no version. Add one and pack it again.", name);
    case "placeholder":
      return l10n.t(
        "The .nuspec file of {0} contains placeholders such as $id$. Pack the project, not the .nuspec file.",
        name,
      );
    case "badName":
      return l10n.t(
        "{0} has the invalid ID “{1}”. Use letters, digits and _ with single dots and hyphens in between.",
        name,
        plainText(found ?? "", 100),
      );
    case "badVersion":
      return l10n.t(
        "{0} has the invalid version “{1}”. Use numbers separated by dots, optionally with a prerelease after a hyphen.",
        name,
        plainText(found ?? "", 100),
      );
    case "symbols":
      return l10n.t("{0} contains the symbols of a package. Rename it to .snupkg and publish it as symbols.", name);
    case "notSymbols":
      return l10n.t(
        "{0} is not a symbol package according to its .nuspec file. Rename it to .nupkg and publish it as a package.",
        name,
      );
    case "noSymbolFiles":
      return l10n.t("{0} contains no symbol files (.pdb).", name);
  }
}

/** Opens the file for upload. @throws UserError when it was rebuilt since the user confirmed it */
export async function openChosen(chosen: ChosenPackage): Promise<Upload> {
  const upload = await uploadFile(chosen.path);
  if (await isUnchanged(chosen.path, chosen)) return upload;
  throw new UserError(
    l10n.t(
      "{0} changed after it was read. Nothing was published. Publish it again to use the current file.",
      plainText(chosen.filename, 100),
    ),
  );
}

/** Returns the lines of package metadata for the confirmation before publishing. */
export function packageDetail({ nuspec, filename, size, files }: ChosenPackage): string[] {
  const { title, authors, description, dependencies } = nuspec;
  const needs =
    dependencies.length === 0
      ? l10n.t("none")
      : dependencies.slice(0, 8).join(", ") + (dependencies.length > 8 ? ", …" : "");
  return [
    l10n.t("ID: {0}", nuspec.id),
    l10n.t("Version: {0}", nuspec.version),
    ...(title === undefined || title === nuspec.id ? [] : [l10n.t("Title: {0}", plainText(title, 100))]),
    ...(authors === undefined ? [] : [l10n.t("Authors: {0}", plainText(authors, 100))]),
    ...(description === undefined ? [] : [l10n.t("Description: {0}", plainText(description, 200))]),
    ...(nuspec.symbols ? [] : [l10n.t("Dependencies: {0}", plainText(needs, 300))]),
    plural(files, (shown) => ({
      one: l10n.t("File: {0}, {1}, {2} file", plainText(filename, 100), sizeText(size), shown),
      other: l10n.t("File: {0}, {1}, {2} files", plainText(filename, 100), sizeText(size), shown),
    })),
  ];
}
