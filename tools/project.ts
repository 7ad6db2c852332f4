/** Where the project is published. Set it at release: the manifest's `repository`, `bugs` and `homepage` and the links of the packed README follow. */
export const project = "https://example.invalid/forgeline";

/** Returns the address of a file of the newest revision. @param path from the top of the clone */
export const fileAddress = (path: string): string => `${project}/-/blob/HEAD/${path}`;

/** Returns the address of a picture as a file. @param path from the top of the clone */
export const pictureAddress = (path: string): string => `${project}/-/raw/HEAD/${path}`;

/** The fields of package.json that name the project's addresses. */
export const addresses = {
  homepage: project,
  repository: { type: "git", url: `${project}.git` },
  bugs: { url: `${project}/-/issues` },
} as const;
