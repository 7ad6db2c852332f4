import { l10n, ThemeIcon } from "vscode";
import type { SystemHook } from "../../../api/resources/systemHooks.ts";
import type { Change } from "../../../core/changes.ts";
import type { Context } from "../../../core/context.ts";
import { pickPaged } from "../../../core/ui/pickPaged.ts";
import { orRefresh, refusalOf } from "../../../core/ui/refusals.ts";
import { administrationError } from "../customAttributes/errors.ts";
import { alertText, eventsText, hookName } from "./labels.ts";
import type { SystemHookRef } from "./refs.ts";

const perPage = 50;

/**
 * Returns the given system hook, or one that the user picks on the open project's host.
 * @throws CancelledError, UserError
 */
export async function pickSystemHook(
  context: Context,
  given: SystemHookRef | undefined,
  title: string,
  placeholder: string,
): Promise<SystemHookRef> {
  if (given) return given;
  const { connection } = context.current.require();
  const instance = connection.instance.url;
  try {
    return await pickPaged<SystemHook, SystemHookRef>({
      title,
      placeholder,
      load: (signal) => connection.client.systemHooks.list({ perPage, signal }),
      toChoice: (hook) => ({
        label: hookName(hook),
        description: [alertText(hook), eventsText(hook)].filter((part) => part !== undefined).join(" · "),
        iconPath: new ThemeIcon("plug"),
        value: { instance, hook },
      }),
      empty: l10n.t("No system hooks yet"),
    });
  } catch (error) {
    throw administrationError(error, connection, context.log);
  }
}

/** Returns the change that a write to a hook announces; hooks belong to no project. */
export const hookChange = ({ instance, hook: { id } }: SystemHookRef): Change => ({
  instance,
  project: "",
  subject: "systemHook",
  id,
});

/** Runs a request about a hook. @throws UserError when it is gone or the account lacks the rights */
export async function withHook<T>(context: Context, ref: SystemHookRef, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw refusalOf(administrationError(error, context.connections.get(ref.instance), context.log), {
      notFound: () => orRefresh(l10n.t("The system hook “{0}” was deleted by someone else.", hookName(ref.hook))),
    });
  }
}
