import { l10n } from "vscode";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import { foundGone } from "../../../core/commands/findWrite.ts";
import { runWrite } from "../../../core/commands/runWrite.ts";
import { confirm } from "../../../core/ui/confirm.ts";
import { notice } from "../../../core/ui/notice.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import type { PackagesContext } from "../context.ts";
import { feedError } from "../feed.ts";
import type { PackageRef } from "../refs.ts";
import { ensureSignedIn } from "./feed.ts";
import { pickVersion, holderFeed } from "./pickPackage.ts";

/** Deletes one version of a package after confirmation. */
export async function remove(context: PackagesContext, given?: PackageRef): Promise<void> {
  const ref = await pickVersion(context, given, l10n.t("Delete Package Version"));
  const { instance, project, packageName, version } = ref;
  await ensureSignedIn(context, instance);
  const name = plainText(`${packageName} ${version}`, 200);
  try {
    const feed = await withProgress(l10n.t("Loading {0}…", name), (signal) => holderFeed(context, ref, signal));
    const place = ref.group === undefined ? plainText(String(project), 100) : l10n.t("project {0}", feed.project);
    await confirm(context, ref, {
      question: l10n.t("Delete {0} from the packages of {1} on {2}?", name, place, instanceHost(instance)),
      detail: l10n.t(
        "Its file and symbols are deleted too. Builds that use this version will fail. This cannot be undone.",
      ),
      buttons: [l10n.t("Delete")],
    });
    const { client } = context.connections.get(instance);
    await runWrite(
      context,
      l10n.t("Deleting {0}…", name),
      { instance, project, subject: "package", name: packageName },
      (signal) => client.packages.delete(feed.project, packageName, version, { signal }),
      {
        find: async (signal) => {
          const list = client.packages.v3.versions(feed.project, packageName, { signal });
          const isThere = (await foundGone(list)) === undefined && (await list).versions.some((one) => one === version);
          return isThere ? undefined : { done: undefined };
        },
      },
    );
  } catch (error) {
    throw feedError(error, instance, "api");
  }
  notice(l10n.t("{0} deleted.", name));
}
