import { l10n } from "vscode";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import { foundGone } from "../../../core/commands/findWrite.ts";
import { runWrite } from "../../../core/commands/runWrite.ts";
import type { Context } from "../../../core/context.ts";
import { confirm } from "../../../core/ui/confirm.ts";
import { notice } from "../../../core/ui/notice.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import { alertText, hookName, hookSwitches, switchName } from "./labels.ts";
import { pickSystemHook, hookChange, withHook } from "./pick.ts";
import type { SystemHookRef } from "./refs.ts";

const yesNo = (value: boolean | null | undefined): string => (value === true ? l10n.t("yes") : l10n.t("no"));

/** Shows the details of a hook in a read-only document. The host never returns its secret. */
export async function show(context: Context, given?: SystemHookRef): Promise<void> {
  const ref = await pickSystemHook(context, given, l10n.t("Show System Hook"), l10n.t("Select a system hook"));
  const { client } = context.connections.get(ref.instance);
  const hook = await withHook(context, ref, () =>
    withProgress(l10n.t("Loading “{0}”…", hookName(ref.hook)), (signal) =>
      client.systemHooks.get(ref.hook.id, { signal }),
    ),
  );
  const lines: readonly (readonly [name: string, value: string | null | undefined])[] = [
    [l10n.t("Host"), ref.instance],
    [l10n.t("System hook"), String(hook.id)],
    [l10n.t("URL"), hook.url],
    [l10n.t("Name"), hook.name],
    [l10n.t("Description"), hook.description],
    ...hookSwitches.map((name) => [switchName(name), yesNo(hook[name])] as const),
    [l10n.t("SSL verification"), yesNo(hook.enable_ssl_verification)],
    [l10n.t("State"), alertText(hook) ?? (hook.alert_status === "executable" ? l10n.t("enabled") : hook.alert_status)],
    [l10n.t("Disabled until"), hook.disabled_until],
    [l10n.t("Masked parts of the URL"), hook.url_variables?.map(({ key }) => key).join(", ")],
    [l10n.t("Created"), hook.created_at],
    [l10n.t("Secret token"), l10n.t("never shown by the host")],
  ];
  const body = lines.filter(([, value]) => value).map(([name, value]) => `${name}: ${plainText(value, 2000)}\n`);
  await context.texts.show(l10n.t("System Hook {0}", hook.id) + ".txt", body.join(""));
}

/** Triggers a hook with sample data, and shows the payload. */
export async function test(context: Context, given?: SystemHookRef): Promise<void> {
  const ref = await pickSystemHook(context, given, l10n.t("Test System Hook"), l10n.t("Select a system hook to test"));
  const { client } = context.connections.get(ref.instance);
  const payload = await withHook(context, ref, () =>
    runWrite(context, l10n.t("Sending test data to “{0}”…", hookName(ref.hook)), hookChange(ref), (signal) =>
      client.systemHooks.test(ref.hook.id, { signal }),
    ),
  );
  await context.texts.show(
    l10n.t("System Hook {0} Test", ref.hook.id) + ".json",
    `${JSON.stringify(payload, undefined, 2)}\n`,
  );
  notice(
    l10n.t(
      "{0} sent this test data to “{1}”. The host does not return the response.",
      instanceHost(ref.instance),
      hookName(ref.hook),
    ),
  );
}

/** Deletes a hook after confirmation. */
export async function remove(context: Context, given?: SystemHookRef): Promise<void> {
  const ref = await pickSystemHook(
    context,
    given,
    l10n.t("Delete System Hook"),
    l10n.t("Select a system hook to delete"),
  );
  const name = hookName(ref.hook);
  await confirm(context, ref, {
    question: l10n.t("Delete the system hook “{0}” of {1}?", name, instanceHost(ref.instance)),
    detail: l10n.t(
      "{0} will no longer send events to this URL. The hook's secret token is deleted too. This cannot be undone.",
      instanceHost(ref.instance),
    ),
    buttons: [l10n.t("Delete")],
  });
  const { client } = context.connections.get(ref.instance);
  await withHook(context, ref, () =>
    runWrite(
      context,
      l10n.t("Deleting “{0}”…", name),
      hookChange(ref),
      (signal) => client.systemHooks.delete(ref.hook.id, { signal }),
      { find: (signal) => foundGone(client.systemHooks.get(ref.hook.id, { signal })) },
    ),
  );
  notice(l10n.t("System hook “{0}” deleted.", name));
}
