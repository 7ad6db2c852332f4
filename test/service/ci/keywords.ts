const wordsIn = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Top-level keys that are no jobs. */
export const globalKeys = wordsIn(
  "default include image services stages types before_script after_script variables cache workflow spec",
);

/** Keys a job may have. Those that the reader does not use describe machines and conditions the local runner has no part in. */
export const jobKeys = wordsIn(
  "script before_script after_script stage variables artifacts allow_failure when needs dependencies " +
    "extends coverage timeout tags image services cache environment interruptible resource_group retry " +
    "rules only except release secrets id_tokens hooks inherit identity pages publish start_in " +
    "manual_confirmation trigger",
);

export const artifactKeys = wordsIn("name paths exclude reports when expire_in expose_as untracked public access");

/** Reports of `artifacts:reports` that hosts keep as the file that they are. */
export const fileReports = [
  "codequality",
  "container_scanning",
  "dast",
  "dependency_scanning",
  "sast",
  "secret_detection",
] as const;

export const defaultStages = ["build", "test", "deploy"];
