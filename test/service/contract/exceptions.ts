/** What real hosts take though the contract, read strictly, would refuse it. Keys are `operation.parameter`; the values are the reasons. */

export const optional: Readonly<Record<string, string>> = {
  "packages.v3.query.q": "a search without words finds everything",
};

/** Enumerations that real hosts have more values of. */
export const open: Readonly<Record<string, string>> = {
  "pipelines.list.source": "sources grow from release to release",
  "pipelines.list.status":
    "waiting_for_callback and canceling came later; the list itself refuses what no pipeline can have",
  "jobs.list.scope": "more statuses came later; the list itself refuses what no job can have",
  "jobs.listForPipeline.scope": "more statuses came later; the list itself refuses what no job can have",
  "commits.setStatus.state": "skipped came later; setting a status refuses the others itself",
  "mergeRequests.list.in": "the two words may come in any order",
  "mergeRequests.listForProject.in": "the two words may come in any order",
};

/** Whether the documents or real hosts leave the enumeration open. */
export function isOpen(
  operation: string,
  parameter: { readonly name: string; readonly notes?: string | null },
): boolean {
  return open[`${operation}.${parameter.name}`] !== undefined || /values seen/i.test(parameter.notes ?? "");
}
