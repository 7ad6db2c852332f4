import { l10n, ThemeIcon } from "vscode";
import type { CreateSystemHook } from "../../../api/resources/systemHooks.ts";
import type { DraftKind } from "../../../core/base/drafts.ts";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import { asFlag, asText, recordOf } from "../../../core/base/stored.ts";
import { foundInAll, madeSince } from "../../../core/commands/findWrite.ts";
import { runWrite } from "../../../core/commands/runWrite.ts";
import type { Context } from "../../../core/context.ts";
import type { ErrorWords } from "../../../core/ui/describeError.ts";
import { inputText } from "../../../core/ui/form.ts";
import { FormMenu } from "../../../core/ui/formMenu.ts";
import { notice } from "../../../core/ui/notice.ts";
import { type Row, separator } from "../../../core/ui/pick.ts";
import { onlyStep } from "../../../core/ui/quickInput.ts";
import { unsureWords } from "../../../core/ui/unknownOutcome.ts";
import { administrationError } from "../customAttributes/errors.ts";
import { hookAddressProblem, hookRefused } from "./address.ts";
import { type HookSwitch, hookName, hookSwitches, mayHoldSecrets, switchMeaning, switchName } from "./labels.ts";

interface Draft extends Readonly<Record<HookSwitch, boolean>> {
  readonly url: string;
  readonly enable_ssl_verification: boolean;
}
type Answer = "create" | "url" | "token" | "enable_ssl_verification" | HookSwitch;

/** GitLab's defaults; the documents have none, so every event is sent. */
const fresh: Draft = {
  url: "",
  repository_update_events: true,
  push_events: false,
  tag_push_events: false,
  merge_requests_events: false,
  enable_ssl_verification: true,
};

const newHooks: DraftKind<Draft> = {
  name: "newSystemHook",
  parse: recordOf({
    url: asText,
    repository_update_events: asFlag,
    push_events: asFlag,
    tag_push_events: asFlag,
    merge_requests_events: asFlag,
    enable_ssl_verification: asFlag,
  }),
};

/**
 * Creates a system hook on the open project's host. The draft is kept until then, without the secret token or a URL
 * that may contain one.
 */
export async function create(context: Context): Promise<void> {
  const { connection } = context.current.require();
  const instance = connection.instance.url;
  const title = l10n.t("Create System Hook");
  let draft: Draft = { ...fresh, ...context.drafts.get(newHooks, instance) };
  let token = "";
  const menu = new FormMenu<Answer>("create");
  const keep = async (changes: Partial<Draft>): Promise<void> => {
    draft = { ...draft, ...changes };
    await context.drafts.keepQuietly(newHooks, instance, mayHoldSecrets(draft.url) ? { ...draft, url: "" } : draft);
  };
  const askUrl = async (back: boolean): Promise<void> => {
    const url = await inputText({
      title,
      place: onlyStep(l10n.t("URL"), back),
      prompt: l10n.t("Enter the URL that receives the events, for example https://example.com/hook"),
      value: draft.url,
      validate: hookAddressProblem,
      onType: (text) => void keep({ url: text }),
    });
    await keep({ url: url.trim() });
  };
  const askToken = async (): Promise<void> => {
    token = await inputText({
      title,
      place: onlyStep(l10n.t("Secret Token")),
      prompt: l10n.t(
        "Sent with each request so that the receiver can verify it. The host never shows it again. Leave empty for none",
      ),
      value: token,
      password: true,
      validate: (text) => (/[\r\n]/.test(text) ? l10n.t("A secret token cannot contain line breaks.") : undefined),
    });
  };

  if (hookAddressProblem(draft.url) !== undefined) await askUrl(false);
  for (;;) {
    const answer = await menu.ask(() => ({
      title,
      placeholder: l10n.t("For all projects of {0}", instanceHost(instance)),
      choices: rows(draft, token),
    }));
    if (answer === "url" || (answer === "create" && hookAddressProblem(draft.url) !== undefined)) {
      await menu.answered(() => askUrl(true));
    } else if (answer === "token") {
      await menu.answered(askToken);
    } else if (answer === "create") {
      const request: CreateSystemHook = { ...draft, ...(token !== "" && { token }) };
      try {
        const made = await runWrite(
          context,
          l10n.t("Creating “{0}”…", hookName(draft)),
          { instance, project: "", subject: "systemHook" },
          (signal) => connection.client.systemHooks.create(request, { signal }),
          {
            what: draft,
            hostTime: connection.client.hostTime,
            find: async (signal, since, isEarlier) => {
              const hooks = await connection.client.systemHooks.list({ perPage: 100, signal }).all({ signal });
              return foundInAll(
                hooks,
                (hook) => hook.url === request.url && madeSince(hook.created_at, since) && !isEarlier(hook),
              );
            },
          },
        );
        await context.drafts.keepQuietly(newHooks, instance, undefined);
        notice(l10n.t("System hook “{0}” created. Test it to check that events arrive.", hookName(made)));
        return;
      } catch (error) {
        context.report.background(error, title);
        menu.refused = whyNot(administrationError(hookRefused(error), connection, context.log));
      }
    } else await keep({ [answer]: !draft[answer] });
  }
}

function whyNot(error: unknown): ErrorWords {
  const mayBe = l10n.t("It may have been created anyway. Check the list before you try again.");
  return unsureWords(error, mayBe);
}

function rows(draft: Draft, token: string): Row<Answer>[] {
  const { url, enable_ssl_verification: checked } = draft;
  const toggle = (on: boolean): ThemeIcon => new ThemeIcon(on ? "check" : "circle-outline");
  const state = (on: boolean): string => (on ? l10n.t("on") : l10n.t("off"));
  return [
    { label: l10n.t("Create"), description: hookName(draft), iconPath: new ThemeIcon("add"), value: "create" },
    separator(l10n.t("Details")),
    { label: l10n.t("URL"), description: hookName(draft), iconPath: new ThemeIcon("link"), value: "url" },
    {
      label: l10n.t("Secret Token"),
      description: token === "" ? l10n.t("none") : l10n.t("set"),
      iconPath: new ThemeIcon("key"),
      value: "token",
    },
    {
      label: l10n.t("Verify SSL Certificate"),
      description: state(checked),
      detail: /^http:/i.test(url)
        ? l10n.t("Not available for http: events are sent unencrypted")
        : checked
          ? l10n.t("Events are sent only to a URL with a trusted certificate")
          : l10n.t("Events are sent even if the certificate is not trusted"),
      iconPath: toggle(checked),
      value: "enable_ssl_verification",
    },
    separator(l10n.t("Triggers, in addition to projects, users and groups")),
    ...hookSwitches.map((name) => ({
      label: switchName(name),
      description: state(draft[name]),
      detail: switchMeaning(name),
      iconPath: toggle(draft[name]),
      value: name,
    })),
  ];
}
