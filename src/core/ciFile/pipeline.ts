import { isScalar, type Node } from "yaml";
import { type CiDocument, type Entry, hasVariable, isDamaged, mayHaveKey } from "./document.ts";
import { baseName } from "./names.ts";
import { resolveAlias, isNull, isReference, flattenList, pairAt, type Reference, textOf, valueAt } from "./nodes.ts";

/** One file of a pipeline; `conditional` if `rules` may exclude it. */
export interface PipelineFile {
  readonly id: string;
  readonly document: CiDocument;
  readonly editable: boolean;
  readonly conditional: boolean;
}

/** A node and the file that contains it. */
export interface NodeInFile<N extends Node = Node> {
  readonly file: PipelineFile;
  readonly node: N;
}

/** A definition of a job, hidden job or keyword in one file. */
export interface Definition {
  readonly file: PipelineFile;
  readonly entry: Entry;
}

/** The stages of a pipeline. */
export interface Stages {
  readonly names: readonly string[];
  /** Whether no unknown file can change them. */
  readonly known: boolean;
  /** The list that defines them; undefined for the default stages. */
  readonly list: NodeInFile | undefined;
}

/** Stages of a pipeline that lists none. */
export const defaultStages = ["build", "test", "deploy"] as const;
/** Stages that every pipeline has in addition. */
export const implicitStages: readonly [first: string, last: string] = [".pre", ".post"];
/** Limit for chains of `extends`; GitLab allows 11. */
const maxExtendsDepth = 200;
/** Limit for `!reference` resolution in one list; GitLab allows 10. */
const maxReferences = 200;

/** The merged files of one pipeline; a later definition overrides an earlier one. */
export class CiPipeline {
  readonly files: readonly PipelineFile[];
  /** Whether jobs may be defined in files that cannot be read here. */
  readonly incomplete: boolean;
  private readonly parts: readonly (PipelineFile | "unknown")[];
  private readonly byName = new Map<string, Definition[]>();
  private readonly jobNames: readonly string[];
  private readonly effectiveValues = new Map<string, NodeInFile | undefined>();
  private readonly extendsByJob = new Map<string, readonly NodeInFile[]>();

  constructor(parts: readonly (PipelineFile | "unknown")[]) {
    this.parts = parts;
    this.files = parts.filter((part) => part !== "unknown");
    for (const file of this.files) {
      for (const entry of file.document.entries) {
        if (entry.isNull) continue;
        const known = this.byName.get(entry.name);
        if (known) known.push({ file, entry });
        else this.byName.set(entry.name, [{ file, entry }]);
      }
    }
    this.jobNames = [...this.byName].filter(([, [first]]) => first?.entry.isJob === true).map(([name]) => name);
    this.incomplete = parts.includes("unknown") || [...this.byName.keys()].some(hasVariable);
  }

  /** Returns every top-level name, including hidden jobs and keywords. */
  names(): IterableIterator<string> {
    return this.byName.keys();
  }

  /** Returns the definitions of a name, the effective one last. */
  definitions(name: string): readonly Definition[] {
    return this.byName.get(name) ?? [];
  }

  /** Returns the jobs that run. */
  jobs(): readonly string[] {
    return this.jobNames;
  }

  /**
   * Returns the job that a name in `needs` refers to: the job itself, or the job it is an instance of (`test 1/3`,
   * `test: [linux, arm]`).
   */
  jobNamed(name: string): string | undefined {
    if (this.byName.has(name)) return name;
    const base = baseName(name);
    return this.byName.has(base) ? base : undefined;
  }

  /** Returns whether a file may define a name in a part that a syntax error made unreadable. */
  mayDefine(name: string): boolean {
    return this.files.some(({ document }) => document.faults.length > 0 && mayHaveKey(document.text, name));
  }

  stages(): Stages {
    let stages: Stages = { names: defaultStages, known: true, list: undefined };
    for (const part of this.parts) {
      if (part === "unknown") {
        stages = { ...stages, known: false };
        continue;
      }
      if (isDamaged(part.document, "stages", "types")) {
        stages = { ...stages, known: false };
        continue;
      }
      const list = part.document.entries.findLast(({ name }) => name === "stages" || name === "types")?.value;
      if (!list) continue;
      const items = this.leaves({ file: part, node: list });
      const names = isNull(list) ? defaultStages : items.flatMap(({ node }) => textOf(node) ?? []);
      const known = items.every(({ node }) => textOf(node) !== undefined) && !names.some(hasVariable);
      // Either list may apply if the file is conditional.
      stages = part.conditional
        ? { names: [...new Set([...stages.names, ...names])], known: known && stages.known, list: stages.list }
        : { names, known, list: { file: part, node: list } };
    }
    return stages;
  }

  /** Returns the value of a key in a job, its own or inherited by `extends`; the last base overrides the others. */
  effective(job: string, key: string, depth = 0): NodeInFile | undefined {
    const cacheKey = `${key} ${job}`;
    if (this.effectiveValues.has(cacheKey) || depth > maxExtendsDepth) return this.effectiveValues.get(cacheKey);
    // Ends circular `extends`.
    this.effectiveValues.set(cacheKey, undefined);
    const found = this.findEffective(job, key, depth);
    this.effectiveValues.set(cacheKey, found);
    return found;
  }

  private findEffective(job: string, key: string, depth: number): NodeInFile | undefined {
    for (const { file, entry } of this.definitions(job).toReversed()) {
      const value = pairAt(entry.value, key, file.document.targets)?.value;
      const node = resolveAlias(value, file.document.targets);
      if (isNull(node ?? value)) return undefined;
      if (node) return { file, node };
    }
    for (const { node } of this.extendsOf(job).toReversed()) {
      const found = this.effective(textOf(node) ?? "", key, depth + 1);
      if (found) return found;
    }
    return undefined;
  }

  /** Returns the nodes with the names that a job extends. */
  extendsOf(job: string): readonly NodeInFile[] {
    const known = this.extendsByJob.get(job) ?? this.findExtends(job);
    this.extendsByJob.set(job, known);
    return known;
  }

  private findExtends(job: string): NodeInFile[] {
    for (const { file, entry } of this.definitions(job).toReversed()) {
      const value = pairAt(entry.value, "extends", file.document.targets)?.value;
      const node = resolveAlias(value, file.document.targets);
      if (isNull(node ?? value)) return [];
      if (node) return this.leaves({ file, node }).filter((leaf) => isScalar(leaf.node));
    }
    return [];
  }

  /** Returns the items of a list with references resolved; unresolvable references are kept. */
  leaves({ file, node }: NodeInFile, seen = new Set<Node>()): NodeInFile[] {
    return [...flattenList(node, file.document.targets)].flatMap((leaf): NodeInFile[] => {
      if (!isReference(leaf)) return [{ file, node: leaf }];
      const target = this.resolveReference({ file, node: leaf });
      if (!target || seen.has(target.node) || seen.size > maxReferences) return [{ file, node: leaf }];
      seen.add(target.node);
      return this.leaves(target, seen);
    });
  }

  /** Resolves `!reference [entry, key, …]`. */
  private resolveReference({ file, node }: NodeInFile<Reference>): NodeInFile | undefined {
    const [name, ...keys] = node.items.map((item) => textOf(resolveAlias(item, file.document.targets)));
    if (name === undefined) return undefined;
    for (const definition of this.definitions(name).toReversed()) {
      const { targets } = definition.file.document;
      let at: Node | undefined = definition.entry.value;
      for (const key of keys) at = key === undefined ? undefined : valueAt(at, key, targets);
      if (at) return { file: definition.file, node: at };
    }
    return undefined;
  }
}
