import { isMap, isScalar, isSeq, type Node } from "yaml";
import { needsOf } from "./needs.ts";
import { flattenList, pairsOf, resolveAlias, spanOf, textOf } from "./nodes.ts";
import { type CiPipeline, implicitStages, type NodeInFile } from "./pipeline.ts";

/** Limit of rules per job, and of characters per rule. */
const maxRules = 10;
const maxText = 150;

/** A job of a CI file in brief. */
export interface JobSummary {
  readonly name: string;
  readonly stage: string;
  /** Undefined if it waits for the stages before. */
  readonly needs: readonly string[] | undefined;
  /** When it runs, such as `if: $CI_COMMIT_TAG, when: manual`; empty if always. */
  readonly rules: readonly string[];
}

/** Returns the jobs that run, by stage. */
export function jobSummaries(pipeline: CiPipeline): JobSummary[] {
  const order = [implicitStages[0], ...pipeline.stages().names, implicitStages[1]];
  return pipeline
    .jobs()
    .map((name): JobSummary => ({
      name,
      stage: textOf(pipeline.effective(name, "stage")?.node) ?? "test",
      needs: pipeline.effective(name, "needs")
        ? needsOf(pipeline, name).flatMap((need) => (need.as === "needs" ? need.name : []))
        : undefined,
      rules: rulesOf(pipeline, name),
    }))
    .sort((a, b) => order.indexOf(a.stage) - order.indexOf(b.stage));
}

function rulesOf(pipeline: CiPipeline, job: string): string[] {
  const rules = pipeline.effective(job, "rules");
  const own = ["only", "except", "when"].flatMap((key) => {
    const value = pipeline.effective(job, key);
    return value ? `${key}: ${brief(value)}` : [];
  });
  const listed = (rules ? pipeline.leaves(rules) : []).map(brief);
  const all = [...listed, ...own].map((text) => (text.length > maxText ? `${text.slice(0, maxText)}…` : text));
  return all.length > maxRules ? [...all.slice(0, maxRules), `and ${all.length - maxRules} more`] : all;
}

/** Returns a value on one line: scalars and lists of them as they are, deeper ones as an ellipsis. */
function brief({ file, node }: NodeInFile): string {
  const { targets } = file.document;
  const shallow = (value: Node | undefined): string => {
    if (isScalar(value)) return (textOf(value) ?? "").replace(/\s+/g, " ").trim();
    if (!isSeq(value)) return "…";
    return [...flattenList(value, targets)].map((item) => (isScalar(item) ? (textOf(item) ?? "") : "…")).join(", ");
  };
  if (!isMap(node)) return shallow(node);
  return [...pairsOf(node, targets)]
    .sort((a, b) => spanOf(a.key as Node).start - spanOf(b.key as Node).start)
    .map(({ key, value }) => `${textOf(key) ?? ""}: ${shallow(resolveAlias(value, targets))}`)
    .join("; ");
}
