import { type Context, notThere } from "../context.ts";

/** Only the local service can make one; elsewhere it is always the same. */
export const vulnerabilities = (on: Context) => ({
  /** Detected, and nobody has judged it: at least where it was made for this. */
  detected: async (): Promise<number> => {
    if (on.control)
      return (await on.control.addVulnerability({ project: on.project.path, title: "SQL in a parameter" })).id;
    return on.vulnerability ?? notThere("--vulnerability");
  },
});
