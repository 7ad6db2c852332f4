import type { ProjectId } from "../api/path.ts";
import { instanceHost } from "../core/base/instanceUrl.ts";
import { sameProject } from "../core/base/refs.ts";
import { matchRemote, parseRemote, webAddress } from "./remotes.ts";
import type { Standing } from "./repository.ts";

/** A project that could be meant here. */
export interface ProjectCandidate {
  /** Base address of the instance. */
  readonly instance: string;
  readonly project: ProjectId;
  /** Folder of the repository it was found in; absent for one that the person typed. */
  readonly root?: string;
  readonly remote?: string;
  /** What a pick list shows: path and host. */
  readonly label: string;
}

/** A repository that is open, as last read. */
export interface OpenRepository {
  readonly root: string;
  readonly standing: Standing;
}

/** What was found, and which remotes' hosts no known instance claims. */
export interface Findings {
  readonly candidates: readonly ProjectCandidate[];
  readonly strangers: readonly string[];
}

const order = (name: string): number => ["origin", "upstream"].indexOf(name) >>> 0;

/** Projects that the remotes of the open repositories point to, each once per repository, `origin` before the others. */
export function findProjects(
  repositories: readonly OpenRepository[],
  instances: readonly { readonly url: string }[],
  aliases: Readonly<Record<string, string>>,
): Findings {
  const candidates = new Map<string, ProjectCandidate>();
  const strangers = new Set<string>();
  for (const { root, standing } of repositories) {
    const remotes = [...standing.remotes].sort((a, b) => order(a.name) - order(b.name));
    for (const { name, url } of remotes) {
      const remote = parseRemote(url);
      if (remote === undefined) continue;
      const match = matchRemote(remote, instances, aliases);
      if (match === undefined) {
        strangers.add(webAddress(remote, aliases));
        continue;
      }
      const key = JSON.stringify([root, match.instance, match.path.toLowerCase()]);
      if (candidates.has(key)) continue;
      const label = `${match.path} · ${instanceHost(match.instance)}`;
      candidates.set(key, { instance: match.instance, project: match.path, root, remote: name, label });
    }
  }
  return { candidates: [...candidates.values()], strangers: [...strangers] };
}

/** Whether two candidates name the same project in the same repository. */
export function sameCandidate(a: ProjectCandidate, b: ProjectCandidate): boolean {
  return sameProject(a, b) && a.root === b.root;
}
