/** What installs a package, by the tool that is told to. */
export const installTools = ["dotnet", "packageManager", "nuget"] as const;
export type InstallTool = (typeof installTools)[number];

/**
 * The command that installs one version. The version is always told: the v2 feed cannot tell which one is the latest (Part 1, V2 rule).
 * @param name @param version as feeds take them, so that nothing in them is a word of the shell
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

/** The line of a project file that refers to a package. */
export const packageReference = (name: string, version: string): string =>
  `<PackageReference Include="${name}" Version="${version}" />`;

/**
 * The environment variable from which packers take the sign-in to a source, so that no file of the repository holds it.
 * @param source name of the source in NuGet.config
 */
export const credentialsVariable = (source: string, username: string): string =>
  `NuGetPackageSourceCredentials_${source}=Username=${username};Password=<personal access token>`;
