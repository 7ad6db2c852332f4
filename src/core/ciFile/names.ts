import type { DialectName } from "../../api/dialect.ts";

/**
 * Default name of a project's CI file. The API documents do not name it: `.service-ci.yml` follows from their route of
 * the templates, `service_ci_ymls`, which GitLab calls `gitlab_ci_ymls`.
 */
export const ciFileNames: Readonly<Record<DialectName, string>> = {
  gitlab: ".gitlab-ci.yml",
  neutral: ".service-ci.yml",
};

/** Returns the path of a project's settings (`ci_config_path`) if it names a file of its repository; undefined for the default. */
export const pathInRepository = (configured: unknown): string | undefined =>
  typeof configured === "string" &&
  configured !== "" &&
  !/[@:]/.test(configured) &&
  !configured.split(/[\\/]/).includes("..")
    ? configured
    : undefined;

/**
 * Returns the name that `include: - template:` uses for a template key (Part 2, CI templates): its file name in the
 * host's catalog.
 */
export const includeName = (key: string, dialect: DialectName): string => `${key}${ciFileNames[dialect]}`;

/**
 * Returns the template key that an `include: - template:` name stands for, or undefined for names that the list does
 * not contain, such as those in folders of the catalog.
 */
export function includedKey(name: string): string | undefined {
  const ending = Object.values(ciFileNames).find((one) => name.length > one.length && name.endsWith(one));
  return ending === undefined ? undefined : name.slice(0, -ending.length);
}

/** Returns a job name without the suffix that hosts add to instances of parallel jobs (`job 1/3`, `job: [a, b]`). */
export const baseName = (name: string): string => /^(.+?)(?:: \[.*\]| \d+\/\d+)$/s.exec(name)?.[1] ?? name;
