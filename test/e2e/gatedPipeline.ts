/** A real pipeline whose jobs run until the test lets them end: no test has to race a clock. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Scope } from "../../tools/scope.ts";
import type { ServiceControl } from "../service/control.ts";

export interface GatedPipeline {
  readonly id: number;
  /** Lets the job `tests` (and each later attempt of it) run to its end. */
  openGate(): Promise<void>;
}

/** Lines of the log of `tests`, in order: two at the start, the last behind the gate. */
export const logLines = ["measuring the wind", "green is good", "the gate is open"] as const;

const ciFile = (gate: string): string => `
stages: [test]
tests:
  stage: test
  script:
    - echo "${logLines[0]}"
    - printf '\\033[32m${logLines[1]}\\033[0m\\n'
    - until [ -e "${gate}" ]; do sleep 0.1; done
    - echo "${logLines[2]}"
endless:
  stage: test
  script:
    - until [ -e "${gate}.never" ]; do sleep 0.1; done
`;

/** Commits the CI file to the branch; the commit's pipeline starts at once. */
export async function startGatedPipeline(
  scope: Scope,
  control: ServiceControl,
  branch: string,
): Promise<GatedPipeline> {
  const gate = join(await scope.folder("forgeline-gate-"), "open");
  const { pipelineId } = await control.commit(
    { ".gitlab-ci.yml": ciFile(gate) },
    { branch, message: "Wait at a gate" },
  );
  if (pipelineId === undefined) throw new Error("The commit made no pipeline");
  await control.waitFor({ pipelineId, status: ["running"] });
  return { id: pipelineId, openGate: () => writeFile(gate, "") };
}
