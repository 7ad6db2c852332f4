import { commands, l10n, type Uri, window } from "vscode";
import { ApiError } from "../../../api/errors.ts";
import type { CallOptions } from "../../../api/request.ts";
import { CancelledError, isCancelled, UserError } from "../../../core/base/errors.ts";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import { announce } from "../../../core/commands/runWrite.ts";
import type { Connection } from "../../../core/connections.ts";
import { describeError } from "../../../core/ui/describeError.ts";
import { notice, offer } from "../../../core/ui/notice.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import { sizeText } from "../../../core/ui/size.ts";
import type { OpenProject } from "../../../git/project.ts";
import type { PackagesContext } from "../context.ts";
import { feedError, feedOf } from "../feed.ts";
import { ensureSignedIn } from "./feed.ts";
import { choosePackage, type Chosen, openChosen, packageDetail } from "./pickFiles.ts";

/** A package on its way to a feed. */
interface Publishing {
  readonly context: PackagesContext;
  readonly connection: Connection;
  readonly project: OpenProject;
  readonly feed: { readonly project: number };
  readonly chosen: Chosen;
  /** Name and version, as the package says. */
  readonly name: string;
}

/** Publishes a .nupkg file to the feed of the open project. What it says of itself is shown before; the setting says by which protocol. */
export async function publish(context: PackagesContext, given?: Uri): Promise<void> {
  const { project, connection } = context.current.require();
  const { client } = connection;
  const chosen = await choosePackage(context, given, "package", l10n.t("Publish Package"));
  await ensureSignedIn(context, project.instance);
  const { feed, before } = await look(connection, project, chosen);
  const feedVersion = context.config.get("forgeline.packages.feedVersion");
  const publishing = { context, connection, project, feed, chosen, name: nameOf(chosen) };
  await confirm(publishing, [
    ...packageDetail(chosen),
    feedVersion === "v2" ? l10n.t("Feed: v2, which finds it only where its version is named") : l10n.t("Feed: v3"),
    ...(before
      ? [
          "",
          l10n.t(
            "This version is on the feed already. The host refuses it, or puts it in place of the one that is there.",
          ),
        ]
      : []),
  ]);
  const upload = await openChosen(chosen);
  await transfer(
    publishing,
    async (options) => client.packages[feedVersion].publish(feed.project, { package: upload }, options),
    async (signal) => (before ? undefined : isThere(connection, feed, chosen, signal)),
  );
  const { id, version } = chosen.nuspec;
  const text =
    feedVersion === "v2"
      ? l10n.t(
          "{0} is published to {1}. Name its version wherever the v2 feed is used: asked for the latest one, that feed answers with an empty version.",
          publishing.name,
          plainText(project.name, 100),
        )
      : l10n.t("{0} is published to {1}.", publishing.name, plainText(project.name, 100));
  context.log.info(`Published ${id} ${version}`);
  offer(text, l10n.t("Show Package"), () => show(context, id));
}

/** Publishes a .snupkg file, from which debuggers take symbols, to the feed of the open project. */
export async function publishSymbols(context: PackagesContext, given?: Uri): Promise<void> {
  const { project, connection } = context.current.require();
  const chosen = await choosePackage(context, given, "symbols", l10n.t("Publish Symbols"));
  await ensureSignedIn(context, project.instance);
  const { feed } = await look(connection, project, chosen);
  const publishing = { context, connection, project, feed, chosen, name: l10n.t("symbols of {0}", nameOf(chosen)) };
  await confirm(publishing, packageDetail(chosen));
  const upload = await openChosen(chosen);
  await transfer(
    publishing,
    async (options) => connection.client.packages.symbols.publish(feed.project, { package: upload }, options),
    () => Promise.resolve(undefined),
  );
  notice(l10n.t("The symbols of {0} are published to {1}.", nameOf(chosen), plainText(project.name, 100)));
}

const nameOf = ({ nuspec }: Chosen): string => `${nuspec.id} ${nuspec.version}`;

/** Where it goes, and whether that version is there already. */
async function look(
  connection: Connection,
  project: OpenProject,
  chosen: Chosen,
): Promise<{ feed: { readonly project: number }; before: boolean }> {
  try {
    return await withProgress(
      l10n.t("Asking the package feed of {0}…", instanceHost(project.instance)),
      async (signal) => {
        const feed = await feedOf(connection, project, signal);
        return { feed, before: await isThere(connection, feed, chosen, signal) };
      },
    );
  } catch (error) {
    throw feedError(error, project.instance, "api");
  }
}

async function isThere(
  { client }: Connection,
  feed: { readonly project: number },
  { nuspec }: Chosen,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const { versions } = await client.packages.v3.versions(feed.project, nuspec.id, { signal });
    return versions.some((version) => sameVersion(version, nuspec.version));
  } catch (error) {
    if (error instanceof ApiError && error.kind === "notFound") return false;
    throw error;
  }
}

/** Feeds pass over case, what follows `+`, and a fourth number that is 0. */
const sameVersion = (a: string, b: string): boolean => plainVersion(a) === plainVersion(b);
const plainVersion = (version: string): string =>
  (version.toLowerCase().split("+")[0] ?? "").replace(/^(\d+\.\d+\.\d+)\.0(?=$|-)/, "$1");

async function confirm({ name, project }: Publishing, detail: readonly string[]): Promise<void> {
  const yes = l10n.t("Publish");
  const question = l10n.t(
    "Publish {0} to {1} on {2}?",
    name,
    plainText(project.name, 100),
    instanceHost(project.instance),
  );
  if ((await window.showInformationMessage(question, { modal: true, detail: detail.join("\n") }, yes)) !== yes)
    throw new CancelledError();
}

/**
 * Sends the file. When the answer does not come, says what became of it: nothing is published by half.
 * @param arrived looks whether it is there; undefined where nobody can know
 */
async function transfer(
  publishing: Publishing,
  send: (options: CallOptions) => Promise<void>,
  arrived: (signal: AbortSignal) => Promise<boolean | undefined>,
): Promise<void> {
  const { context, project, chosen, name } = publishing;
  let sent = 0;
  let all: number | undefined;
  try {
    await withProgress(l10n.t("Publishing {0}…", name), (signal, step) =>
      send({
        signal,
        onProgress: (done, total) => {
          [sent, all] = [done, total];
          step(
            done === total
              ? l10n.t("{0} sent, the host looks into it", sizeText(chosen.size))
              : l10n.t("{0} of {1}", sizeText(done), sizeText(total ?? chosen.size)),
          );
        },
      }),
    );
  } catch (error) {
    if (!isOpen(error)) throw feedError(error, project.instance, "api");
    const whole = all !== undefined && sent >= all;
    throw await outcome(publishing, error, whole, arrived);
  } finally {
    announce(context, {
      instance: project.instance,
      project: project.project,
      subject: "package",
      name: chosen.nuspec.id,
    });
  }
}

/** Whether nobody knows what the host made of it. */
const isOpen = (error: unknown): boolean =>
  isCancelled(error) ||
  (error instanceof ApiError && ["network", "timeout", "server", "invalidResponse"].includes(error.kind));

/** What to throw after an upload without an answer. A cancel stays one; what became of it is told beside. */
async function outcome(
  { context, name, project }: Publishing,
  error: unknown,
  whole: boolean,
  arrived: (signal: AbortSignal) => Promise<boolean | undefined>,
): Promise<unknown> {
  const there = await withProgress(l10n.t("Looking whether {0} arrived…", name), arrived).catch(() => undefined);
  // A file that did not go out whole cannot be taken any more; one that did may be a while in coming.
  const became = there === true ? "published" : whole ? "open" : "nothing";
  context.report.background(error, `Publishing ${name}`);
  if (isCancelled(error)) {
    notice(
      became === "published"
        ? l10n.t("Cancelled too late: {0} is published.", name)
        : became === "nothing"
          ? l10n.t("Cancelled. Nothing of {0} is published.", name)
          : l10n.t("Cancelled. The host had all of it, so {0} may still appear.", name),
    );
    return error;
  }
  const host = instanceHost(project.instance);
  if (became === "published")
    return new UserError(l10n.t("{0} is published, although the answer of {1} got lost.", name, host), {
      cause: error,
    });
  const answered = error instanceof ApiError && error.status !== undefined;
  const why = answered
    ? describeError(error).message
    : whole
      ? l10n.t("The answer of {0} got lost after all was sent.", host)
      : l10n.t("The connection to {0} broke off.", host);
  if (became === "nothing")
    return new UserError(l10n.t("{0} Nothing of {1} is published; try again.", why, name), { cause: error });
  return new UserError(l10n.t("{0} {1} is not there, but may still appear; look before you try again.", why, name), {
    cause: error,
  });
}

async function show(context: PackagesContext, name: string): Promise<void> {
  const view = await context.view.load();
  await view?.setFilter({ search: name });
  await commands.executeCommand("forgeline.packages.focus");
}
