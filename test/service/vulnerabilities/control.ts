import type { Hosting } from "../hosting.ts";
import type { ProjectRecord } from "../types.ts";
import type { NewVulnerability, VulnerabilityRecord } from "./records.ts";

/** How tests make and look at vulnerabilities. Without `project` the calls are about the service's first project. */
export interface VulnerabilityControl {
  /** Found by alice. */
  addVulnerability(spec: NewVulnerability & { readonly project?: string }): Promise<{ id: number }>;
  vulnerabilities(project?: string): Promise<Pick<VulnerabilityRecord, "id" | "title" | "state">[]>;
}

export function vulnerabilityControl(
  { vulnerabilities, state }: Hosting,
  projectAt: (path: string | undefined) => ProjectRecord,
): VulnerabilityControl {
  return {
    addVulnerability({ project, ...spec }) {
      const author = state.userNamed("alice");
      if (!author) throw new Error("There is no user alice.");
      return Promise.resolve({ id: vulnerabilities.add(projectAt(project), author, spec).id });
    },
    vulnerabilities(project) {
      const { id } = projectAt(project);
      return Promise.resolve(
        [...vulnerabilities.values()]
          .filter((one) => one.projectId === id)
          .map(({ id: number, title, state: now }) => ({ id: number, title, state: now })),
      );
    },
  };
}
