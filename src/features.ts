import { onceLoaded } from "./core/base/onceLoaded.ts";
import type { Context } from "./core/context.ts";
import { FeatureRegistry } from "./core/feature.ts";
import type { Services } from "./core/openContext.ts";
import { account } from "./features/account/feature.ts";
import { administration } from "./features/administration/feature.ts";
import { agents } from "./features/agents/feature.ts";
import { apiConsole } from "./features/apiConsole/feature.ts";
import { ci } from "./features/ci/feature.ts";
import { coverage } from "./features/coverage/feature.ts";
import { diagnosis } from "./features/diagnosis/feature.ts";
import { jobs } from "./features/jobs/feature.ts";
import { mergeRequests } from "./features/mergeRequests/feature.ts";
import { milestones } from "./features/milestones/feature.ts";
import { packages } from "./features/packages/feature.ts";
import { people } from "./features/people/feature.ts";
import { pipelines } from "./features/pipelines/feature.ts";
import { projectSettings } from "./features/projectSettings/feature.ts";
import { repository } from "./features/repository/feature.ts";
import { snippets } from "./features/snippets/feature.ts";
import { vulnerabilities } from "./features/vulnerabilities/feature.ts";
import { wiki } from "./features/wiki/feature.ts";

/** What features hand to VS Code and to each other, by name. */
export type Features = ReturnType<typeof openFeatures>;

/** Registers every feature, each with the import of its code and the objects it needs from others, in the order of the side bar. */
function openFeatures(registry: FeatureRegistry, services: Services) {
  const ofAccount = registry.add(account, () => import("./features/account/main.ts"), services);
  const ofPipelines = registry.add(pipelines, () => import("./features/pipelines/main.ts"), {
    loadCiFile: onceLoaded(() => import("./features/pipelines/ciFileCode.ts")),
  });
  const ofJobs = registry.add(jobs, () => import("./features/jobs/main.ts"), { artifacts: ofPipelines.artifacts });
  const ofDiagnosis = registry.add(diagnosis, () => import("./features/diagnosis/main.ts"));
  const ofCi = registry.add(ci, () => import("./features/ci/main.ts"));
  const ofMergeRequests = registry.add(mergeRequests, () => import("./features/mergeRequests/main.ts"));
  const ofProjectSettings = registry.add(projectSettings, () => import("./features/projectSettings/main.ts"));
  return {
    account: ofAccount,
    pipelines: ofPipelines,
    jobs: ofJobs,
    mergeRequests: ofMergeRequests,
    coverage: registry.add(coverage, () => import("./features/coverage/main.ts"), { artifacts: ofPipelines.artifacts }),
    projectSettings: ofProjectSettings,
    repository: registry.add(repository, () => import("./features/repository/main.ts"), {
      commitWarning: (...about) => ofProjectSettings.protections.warning(...about),
      revealPipeline: async (scope, pipeline) => (await ofPipelines.view.load())?.reveal({ ...scope, pipeline }),
    }),
    ci: ofCi,
    diagnosis: ofDiagnosis,
    agents: registry.add(agents, () => import("./features/agents/main.ts"), {
      hide: services.hide,
      diagnoses: ofDiagnosis.diagnoses,
      ciFiles: ofCi.checker,
    }),
    packages: registry.add(packages, () => import("./features/packages/main.ts"), services),
    wiki: registry.add(wiki, () => import("./features/wiki/main.ts"), services),
    snippets: registry.add(snippets, () => import("./features/snippets/main.ts")),
    milestones: registry.add(milestones, () => import("./features/milestones/main.ts"), {
      mergeRequests: ofMergeRequests.view,
    }),
    vulnerabilities: registry.add(vulnerabilities, () => import("./features/vulnerabilities/main.ts")),
    people: registry.add(people, () => import("./features/people/main.ts"), { mergeRequests: ofMergeRequests.view }),
    administration: registry.add(administration, () => import("./features/administration/main.ts")),
    apiConsole: registry.add(apiConsole, () => import("./features/apiConsole/main.ts")),
  };
}

export function registerFeatures(
  context: Context,
  services: Services,
): { features: Features; registry: FeatureRegistry } {
  const registry = new FeatureRegistry(context);
  return { features: openFeatures(registry, services), registry };
}
