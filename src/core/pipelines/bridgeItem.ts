import { l10n, type TreeItem } from "vscode";
import type { Bridge } from "../../api/resources/extraTypes.ts";
import { plainText } from "../ui/plainText.ts";
import { pipelineItem, type PipelineItemOptions } from "./items.ts";
import { jobItem } from "./jobItem.ts";
import type { BridgeNode, DownstreamNode } from "./nodes.ts";

/** Returns the project path in a pipeline's web URL. */
function projectOf(instance: string, webUrl: unknown): string | undefined {
  if (typeof webUrl !== "string" || !webUrl.startsWith(`${instance}/`)) return undefined;
  const path = webUrl.slice(instance.length + 1).split("/-/")[0];
  return path === undefined || path === "" ? undefined : plainText(path, 200);
}

/** Returns the row of a downstream pipeline: the trigger job, the pipeline's own texts and its project. */
export function downstreamItem(
  { instance, bridge, pipeline }: DownstreamNode,
  options: Pick<PipelineItemOptions, "jobs" | "times">,
): TreeItem {
  const item = pipelineItem(pipeline, options);
  const name = plainText(bridge.name, 200);
  const project = projectOf(instance, pipeline.web_url);
  item.label = `${name} → #${pipeline.id}`;
  item.description = [project, plainText(pipeline.name ?? pipeline.ref, 200), item.description]
    .filter((part) => typeof part === "string" && part !== "")
    .join(" · ");
  item.accessibilityInformation = {
    label: [l10n.t("Downstream of {0}", name), item.accessibilityInformation?.label, project]
      .filter((part) => part !== undefined)
      .join(", "),
  };
  return item;
}

/** Returns the row of a trigger job without downstream pipeline. It has no log. */
export function bridgeItem({ instance, project, bridge }: BridgeNode): TreeItem {
  const item = jobItem({ instance, project, job: bridge satisfies Bridge });
  delete item.command;
  item.contextValue = "bridge";
  return item;
}
