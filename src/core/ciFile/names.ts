import type { DialectName } from "../../api/dialect.ts";

/**
 * How a project's CI file is called unless its settings say otherwise: as real hosts have it, or with a neutral name. The documents tell
 * none: `.service-ci.yml` is inferred from their route of the templates, `service_ci_ymls` for what real hosts call `gitlab_ci_ymls`.
 */
export const ciFileNames: Readonly<Record<DialectName, string>> = {
  gitlab: ".gitlab-ci.yml",
  neutral: ".service-ci.yml",
};

/** What `include: - template:` names a template by its key (Part 2, CI templates): as its file is called in the host's own catalogue. */
export const includeName = (key: string, dialect: DialectName): string => `${key}${ciFileNames[dialect]}`;

/** The key that an `include: - template:` means; undefined for files that are in no list, such as those in folders of the catalogue. */
export function includedKey(name: string): string | undefined {
  const ending = Object.values(ciFileNames).find((one) => name.length > one.length && name.endsWith(one));
  return ending === undefined ? undefined : name.slice(0, -ending.length);
}
