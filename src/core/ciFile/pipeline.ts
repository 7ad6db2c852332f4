import { isScalar, type Node } from "yaml";
import { type CiDocument, type Entry, isMadeLater } from "./document.ts";
import { followed, isReference, listed, type Reference, textOf, valueAt } from "./nodes.ts";

/** One file of a pipeline. `perhaps`: the host may leave it out. */
export interface PipelineFile {
  readonly id: string;
  readonly document: CiDocument;
  readonly editable: boolean;
  readonly perhaps: boolean;
}

/** A node, and the file that it stands in. */
export interface Placed<N extends Node = Node> {
  readonly file: PipelineFile;
  readonly node: N;
}

/** A job, hidden job or keyword as one of the files has it. */
export interface Definition {
  readonly file: PipelineFile;
  readonly entry: Entry;
}

/** The stages of a pipeline. */
export interface Stages {
  readonly names: readonly string[];
  /** No file that is not known can add to them. */
  readonly known: boolean;
  /** Where they are told; undefined where hosts' own hold. */
  readonly list: Placed | undefined;
}

/** Stages of pipelines that tell none. */
export const defaultStages = ["build", "test", "deploy"] as const;
/** Every pipeline has these around its own. */
export const outerStages = [".pre", ".post"] as const;
/** Jobs that extend jobs are followed so far (hosts go eleven deep). */
const longestChain = 200;
/** References that one list leads to (hosts go ten deep). */
const mostReferred = 200;

/** Files that make one pipeline, in the order in which hosts merge them: of two that tell the same, the later counts. */
export class Pipeline {
  readonly files: readonly PipelineFile[];
  /** Jobs may be defined where nobody can look from here. */
  readonly open: boolean;
  private readonly parts: readonly (PipelineFile | "unknown")[];
  private readonly byName = new Map<string, Definition[]>();
  private readonly run: readonly string[];
  private readonly said = new Map<string, Placed | undefined>();
  private readonly bases = new Map<string, readonly Placed[]>();

  constructor(parts: readonly (PipelineFile | "unknown")[]) {
    this.parts = parts;
    this.files = parts.filter((part) => part !== "unknown");
    for (const file of this.files) {
      for (const entry of file.document.entries) {
        const known = this.byName.get(entry.name);
        if (known) known.push({ file, entry });
        else this.byName.set(entry.name, [{ file, entry }]);
      }
    }
    this.run = [...this.byName].filter(([, [first]]) => first?.entry.runs === true).map(([name]) => name);
    this.open = parts.includes("unknown") || [...this.byName.keys()].some(isMadeLater);
  }

  /** Every name of the top level, hidden ones and keywords too. */
  names(): IterableIterator<string> {
    return this.byName.keys();
  }

  /** What the files say of a name, the one that counts last. */
  definitions(name: string): readonly Definition[] {
    return this.byName.get(name) ?? [];
  }

  /** Jobs that are run. */
  jobs(): readonly string[] {
    return this.run;
  }

  /** The job that `needs` means by a name: itself, or the one that it is a part of (`test 1/3`, `test: [linux, arm]`). */
  jobNamed(name: string): string | undefined {
    if (this.byName.has(name)) return name;
    const base = /^(.+?)(?:: \[.*\]| \d+\/\d+)$/s.exec(name)?.[1];
    return base !== undefined && this.byName.has(base) ? base : undefined;
  }

  stages(): Stages {
    let stages: Stages = { names: defaultStages, known: true, list: undefined };
    for (const part of this.parts) {
      if (part === "unknown") {
        stages = { ...stages, known: false };
        continue;
      }
      const told = part.document.entries.findLast(({ name }) => name === "stages" || name === "types")?.value;
      if (!told) continue;
      const leaves = this.leaves({ file: part, node: told });
      const names = leaves.flatMap(({ node }) => textOf(node) ?? []);
      const known = leaves.every(({ node }) => textOf(node) !== undefined) && !names.some(isMadeLater);
      // Where the host may leave the file out, either holds.
      stages = part.perhaps
        ? { names: [...new Set([...stages.names, ...names])], known: known && stages.known, list: stages.list }
        : { names, known, list: { file: part, node: told } };
    }
    return stages;
  }

  /** What a job says for a key, itself or by what it extends; of several it extends the last counts. */
  effective(job: string, key: string, depth = 0): Placed | undefined {
    const question = `${key} ${job}`;
    if (this.said.has(question) || depth > longestChain) return this.said.get(question);
    // Who extends itself has nothing from there.
    this.said.set(question, undefined);
    const found = this.sayOf(job, key, depth);
    this.said.set(question, found);
    return found;
  }

  private sayOf(job: string, key: string, depth: number): Placed | undefined {
    for (const { file, entry } of this.definitions(job).toReversed()) {
      const node = valueAt(entry.value, key, file.document.targets);
      if (node) return { file, node };
    }
    for (const { node } of this.extended(job).toReversed()) {
      const found = this.effective(textOf(node) ?? "", key, depth + 1);
      if (found) return found;
    }
    return undefined;
  }

  /** The names that a job extends, where they stand. */
  extended(job: string): readonly Placed[] {
    const known = this.bases.get(job) ?? this.basesOf(job);
    this.bases.set(job, known);
    return known;
  }

  private basesOf(job: string): Placed[] {
    for (const { file, entry } of this.definitions(job).toReversed()) {
      const node = valueAt(entry.value, "extends", file.document.targets);
      if (node) return this.leaves({ file, node }).filter((leaf) => isScalar(leaf.node));
    }
    return [];
  }

  /** What a list comes to, with what is referred to put in place. A reference that leads nowhere stays one. */
  leaves({ file, node }: Placed, seen = new Set<Node>()): Placed[] {
    return [...listed(node, file.document.targets)].flatMap((leaf): Placed[] => {
      if (!isReference(leaf)) return [{ file, node: leaf }];
      const target = this.referred({ file, node: leaf });
      if (!target || seen.has(target.node) || seen.size > mostReferred) return [{ file, node: leaf }];
      seen.add(target.node);
      return this.leaves(target, seen);
    });
  }

  /** What `!reference [entry, key, …]` stands for. */
  private referred({ file, node }: Placed<Reference>): Placed | undefined {
    const [name, ...keys] = node.items.map((item) => textOf(followed(item, file.document.targets)));
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
