/** A local hosting service with its sample project, and a clone of it to open in an editor. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { connectControl, type ServiceControl, type ServiceInfo } from "../test/service/control.ts";
import { cleanEnvironment, runChild, startChild } from "./children.ts";
import { startPatience } from "./patience.ts";
import { root } from "./root.ts";
import type { Scope } from "./scope.ts";

export interface ServiceProject {
  readonly service: { readonly url: string; readonly control: ServiceControl };
  readonly info: ServiceInfo;
  /** The clone's folder, on the default branch; pushing from it works without a question. */
  readonly folder: string;
  /** The extension's settings that make the service known. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/**
 * Starts the service and clones its sample project into a temporary folder. The service runs in a process of its own: it starts
 * git all the time, which takes longer the more memory the process holds that starts it.
 * @param options.concurrent how many of its jobs run at once
 * @param options.accessTokenSeconds life of its OAuth access tokens
 */
export async function startServiceProject(
  scope: Scope,
  { concurrent = 2, accessTokenSeconds = 7200 } = {},
): Promise<ServiceProject> {
  const child = await scope.use(
    startChild(
      process.execPath,
      [
        join(root, "test/service/main.ts"),
        ...["--port", "0", "--quiet", "--late", process.env["FORGELINE_TEST_LATE"] ?? "0"],
        ...["--concurrent", String(concurrent), "--access-token-seconds", String(accessTokenSeconds)],
      ],
      { env: process.env },
    ),
  );
  const [, url = ""] = await child.waitForOutput(/^Hosting service +(http\S+)$[^]*^Ctrl-C/m, startPatience);
  const service = { url, control: connectControl(url) };
  const info = await service.control.info();
  const folder = join(await scope.folder("forgeline-clone-"), info.project.path.split("/").at(-1) ?? "project");
  await cloneProject(info, folder, join(await scope.folder("forgeline-keychain-"), "alice"));
  return {
    service,
    info,
    folder,
    settings: {
      "forgeline.instances": [
        { url: service.url, name: "Local hosting service", clientId: info.oauth.clientId, redirect: "own" },
      ],
    },
  };
}

/**
 * Clones as alice. The clone stays free of her token: git asks a helper that only this clone has.
 * @param keychain file for what the helper answers, outside of the clone
 */
async function cloneProject(info: ServiceInfo, folder: string, keychain: string): Promise<void> {
  const { username: name, token } = info.users.alice;
  await writeFile(keychain, `username=oauth2\npassword=${token}\n`, { mode: 0o600 });
  const helper = `!cat '${keychain}' #`;
  const env = { ...cleanEnvironment(), GIT_TERMINAL_PROMPT: "0", GIT_CONFIG_NOSYSTEM: "1" };
  const settings = [
    "credential.helper=",
    `credential.helper=${helper}`,
    `user.name=${name}`,
    `user.email=${name}@example.com`,
    "commit.gpgSign=false",
    // It would start one more program after each commit and fetch.
    "maintenance.auto=false",
  ];
  await runChild(
    "git",
    ["clone", "--quiet", ...settings.flatMap((setting) => ["--config", setting]), info.project.httpUrl, folder],
    { env },
  );
}
