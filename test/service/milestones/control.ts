import type { Hosting } from "../hosting.ts";
import type { ProjectRecord, UserName } from "../types.ts";

export interface NewIssueSpec {
  readonly project?: string;
  readonly title: string;
  /** Title of a milestone of the project or of a group above it. */
  readonly milestone: string;
  readonly by?: UserName;
  readonly assignees?: readonly UserName[];
  readonly labels?: readonly string[];
  readonly weight?: number;
  readonly closed?: boolean;
  /** Milliseconds since the epoch. */
  readonly createdAt?: number;
  readonly closedAt?: number;
}

/** How tests make issues, for which the documents have no routes. Without `project` the calls are about the service's first project. */
export interface MilestoneControl {
  addIssue(spec: NewIssueSpec): Promise<{ id: number; iid: number }>;
}

export function milestoneControl(
  { milestones, state }: Pick<Hosting, "milestones" | "state">,
  projectAt: (path: string | undefined) => ProjectRecord,
): MilestoneControl {
  const person = (name: string): number => {
    const user = state.userNamed(name);
    if (!user) throw new Error(`There is no user ${name}.`);
    return user.id;
  };
  return {
    addIssue({ project, milestone: title, by = "alice", assignees = [], closed = false, closedAt, ...rest }) {
      const { id: projectId } = projectAt(project);
      const milestone = milestones.of(milestones.ownersAbove({ projectId })).find((one) => one.title === title);
      if (!milestone) throw new Error(`There is no milestone ${title}.`);
      const ended = closedAt ?? (closed ? state.clock.now() : null);
      const { id, iid } = milestones.issues.add({
        ...rest,
        projectId,
        milestoneId: milestone.id,
        authorId: person(by),
        assigneeIds: assignees.map(person),
        closedAt: ended,
      });
      return Promise.resolve({ id, iid });
    },
  };
}
