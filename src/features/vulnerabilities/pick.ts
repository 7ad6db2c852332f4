import { l10n } from "vscode";
import type { Vulnerability } from "../../api/resources/vulnerabilities.ts";
import { UserError } from "../../core/base/errors.ts";
import { instanceHost } from "../../core/base/instanceUrl.ts";
import type { Change } from "../../core/changes.ts";
import { type Choice, pickOne } from "../../core/ui/pick.ts";
import { plainText } from "../../core/ui/plainText.ts";
import { orSwitchAccount, withRefusals } from "../../core/ui/refusals.ts";
import { typedVulnerability } from "./address.ts";
import type { VulnerabilitiesContext } from "./context.ts";
import { vulnerabilityItem, withheldText } from "./items.ts";
import { severityName, stateName } from "./labels.ts";
import type { VulnerabilityNode } from "./nodes.ts";
import type { VulnerabilityRef } from "./refs.ts";
import { WatchedVulnerabilities } from "./watched.ts";
import { withheldReason } from "./withheld.ts";

export interface PickVulnerabilityOptions {
  readonly title: string;
  readonly placeholder: string;
  /** Keeps the rows that the command applies to; not checked for a typed ID. */
  readonly applies?: (ref: VulnerabilityNode) => boolean;
  /** Only rows of the list; no typed ID or URL. */
  readonly listed?: boolean;
}

/**
 * Returns the given vulnerability, or one that the user picks from the list, types or pastes.
 * @throws CancelledError, UserError
 */
export async function pickVulnerability(
  context: VulnerabilitiesContext,
  given: VulnerabilityRef | undefined,
  { title, placeholder, applies = () => true, listed = false }: PickVulnerabilityOptions,
): Promise<VulnerabilityRef> {
  if (given) return given;
  const { project } = context.current.require();
  const { instance } = project;
  const rows = ((await context.view.load())?.nodes() ?? []).filter(applies);
  if (listed && rows.length === 0)
    throw new UserError(l10n.t("The vulnerability list of {0} is empty.", project.name), {
      action: { title: l10n.t("Open Vulnerability"), command: "forgeline.vulnerability.open" },
    });
  return pickOne<VulnerabilityRef>({
    title,
    placeholder: listed ? placeholder : l10n.t("{0}, or enter an ID or URL", placeholder),
    choices: rows.map(row),
    ...(!listed && {
      typed: (text) => {
        const typed = typedVulnerability(
          text,
          context.connections.instances.map(({ url }) => url),
        );
        if (typeof typed === "string" || (typed.instance ?? instance) !== instance) return undefined;
        return {
          label: l10n.t("Vulnerability #{0}", typed.id),
          value: { instance, project: project.project, vulnerability: { id: typed.id } },
        };
      },
    }),
  });
}

function row(node: VulnerabilityNode): Choice<VulnerabilityRef> {
  const { instance, project, vulnerability, withheld } = node;
  const { id, title, severity, state } = vulnerability;
  const { iconPath } = vulnerabilityItem(node);
  const parts = [
    `#${id}`,
    ...(withheld !== undefined
      ? [withheldText(withheld)]
      : state === undefined
        ? []
        : [severityName(severity), stateName(state)]),
  ];
  return {
    label: plainText(title, 120) || l10n.t("Vulnerability #{0}", id),
    description: parts.join(" · "),
    ...(iconPath !== undefined && { iconPath: iconPath as NonNullable<Choice<unknown>["iconPath"]> }),
    value: { instance, project, vulnerability },
  };
}

/** Returns the change event of a vulnerability or its entry on the list. */
export const vulnerabilityChange = ({ instance, project, vulnerability: { id } }: VulnerabilityRef): Change => ({
  instance,
  project,
  subject: "vulnerability",
  id,
});

/** Returns the vulnerability lists of the workspace. */
export const watchedIn = ({ memory }: Pick<VulnerabilitiesContext, "memory">): WatchedVulnerabilities =>
  new WatchedVulnerabilities(memory);

/** Reads a vulnerability from the host. @throws ApiError, UserError when the host does not return it */
export const readVulnerability = (
  context: VulnerabilitiesContext,
  ref: VulnerabilityRef,
  signal: AbortSignal,
): Promise<Vulnerability> =>
  withVulnerabilityErrors(ref, "read", () =>
    context.connections.get(ref.instance).client.vulnerabilities.get(ref.vulnerability.id, { signal }),
  );

/** Runs an operation on a vulnerability and turns refusals of the host into user errors. @throws ApiError, UserError */
export async function withVulnerabilityErrors<T>(
  ref: VulnerabilityRef,
  action: "read" | "change",
  work: () => Promise<T>,
): Promise<T> {
  const { instance } = ref;
  const { id } = ref.vulnerability;
  const forbidden = (): string =>
    action === "read"
      ? withheldReason("forbidden", instance, id)
      : l10n.t(
          "Your account on {0} cannot change the state of vulnerability #{1}. Ask a maintainer of the project, or switch accounts.",
          instanceHost(instance),
          id,
        );
  return withRefusals(
    { notFound: () => withheldReason("notFound", instance, id), forbidden: () => orSwitchAccount(forbidden()) },
    work,
  );
}
