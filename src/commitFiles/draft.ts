import type { Memory } from "../memory.ts";
import type { ProjectScope } from "../refs.ts";
import type { Start, Target } from "./target.ts";

/** What the person gave for a commit so far. */
export interface CommitDraft {
  /** Paths from the root of the repository. */
  readonly files: readonly string[];
  readonly target?: Target | undefined;
  readonly message: string;
  readonly author?: { readonly name: string; readonly email: string } | undefined;
}

export const emptyDraft: CommitDraft = { files: [], message: "" };

/** Whether it is all that a commit needs. */
export const isWhole = ({ files, target, message }: CommitDraft): boolean => files.length > 0 && target !== undefined && message.trim() !== "";

/** The draft of a project's next commit: it outlives the window, until the commit is made. */
export class Drafts {
  private readonly memory: Memory;

  constructor(memory: Memory) {
    this.memory = memory;
  }

  read(scope: ProjectScope): CommitDraft | undefined {
    return asDraft(this.memory.get(keyOf(scope)));
  }

  async keep(scope: ProjectScope, draft: CommitDraft): Promise<void> {
    await this.memory.update(keyOf(scope), draft);
  }

  async forget(scope: ProjectScope): Promise<void> {
    await this.memory.update(keyOf(scope), undefined);
  }
}

const keyOf = ({ instance, project }: ProjectScope): string => `forgeline.commitFiles.draft ${instance} ${String(project).toLowerCase()}`;

type Raw = Readonly<Record<string, unknown>>;
const isRaw = (value: unknown): value is Raw => typeof value === "object" && value !== null;
const isText = (value: unknown): value is string => typeof value === "string";

/** An older version of the extension may have kept something else. */
function asDraft(kept: unknown): CommitDraft | undefined {
  if (!isRaw(kept) || !Array.isArray(kept["files"]) || !isText(kept["message"])) return undefined;
  const { author } = kept;
  const target = asTarget(kept["target"]);
  return {
    files: kept["files"].filter(isText),
    message: kept["message"],
    ...(target === undefined ? {} : { target }),
    ...(isRaw(author) && isText(author["name"]) && isText(author["email"]) ? { author: { name: author["name"], email: author["email"] } } : {}),
  };
}

function asTarget(kept: unknown): Target | undefined {
  if (!isRaw(kept) || !isText(kept["branch"])) return undefined;
  const start = asStart(kept["start"]);
  return { branch: kept["branch"], ...(start === undefined ? {} : { start, ...(kept["force"] === true ? { force: true } : {}) }) };
}

function asStart(kept: unknown): Start | undefined {
  if (!isRaw(kept) || !isText(kept["ref"]) || (kept["kind"] !== "branch" && kept["kind"] !== "commit")) return undefined;
  const { project, label } = kept;
  return {
    kind: kept["kind"],
    ref: kept["ref"],
    ...(isText(label) ? { label } : {}),
    ...(isText(project) || typeof project === "number" ? { project } : {}),
  };
}
