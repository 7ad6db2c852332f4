/** Tools that install packages. */
export const installTools = ["dotnet", "packageManager", "nuget"] as const;
export type InstallTool = (typeof installTools)[number];

/**
 * Returns the command that installs one version. The version is always given, because the v2 feed cannot name the latest one
 * (Part 1, V2 rule). Name and version must be valid for feeds, which makes them safe for shells.
 */
export function installCommand(tool: InstallTool, name: string, version: string): string {
  switch (tool) {
    case "dotnet":
      return `dotnet add package ${name} --version ${version}`;
    case "packageManager":
      return `Install-Package ${name} -Version ${version}`;
    case "nuget":
      return `nuget install ${name} -Version ${version}`;
  }
}

/** Returns the element of a project file that references a package. */
export const packageReference = (name: string, version: string): string =>
  `<PackageReference Include="${name}" Version="${version}" />`;

/**
 * Returns the environment variable from which NuGet reads a source's credentials, so that no file of the repository holds them.
 * @param source name of the source in NuGet.config
 */
export const credentialsVariable = (source: string, username: string): string =>
  `NuGetPackageSourceCredentials_${source}=Username=${username};Password=<personal access token>`;
