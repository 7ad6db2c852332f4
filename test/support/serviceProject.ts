/** A local hosting service with its sample project, and a clone of it to open in an editor. */
import { join } from "node:path";
import type { ServiceInfo } from "../service/control.ts";
import { type Service, type ServiceOptions, startService } from "../service/service.ts";
import { cleanEnvironment, runChild } from "./children.ts";
import type { Scope } from "./scope.ts";

export interface ServiceProject {
  readonly service: Service;
  readonly info: ServiceInfo;
  /** The clone's folder, on the default branch; pushing from it works without a question. */
  readonly folder: string;
  /** The extension's settings that make the service known. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** Starts the service and clones its sample project into a temporary folder. */
export async function startServiceProject(scope: Scope, options: ServiceOptions = {}): Promise<ServiceProject> {
  const service = await startService(options);
  await scope.use({ [Symbol.asyncDispose]: () => service.close() });
  const info = await service.control.info();
  const folder = join(await scope.folder("forgeline-clone-"), info.project.path.split("/").at(-1) ?? "project");
  await cloneProject(info, folder);
  return { service, info, folder, settings: { "forgeline.instances": [{ url: service.url, name: "Local hosting service", clientId: info.oauth.clientId }] } };
}

/** Clones as alice. The remote's address stays free of her token: git asks a helper that only this clone has. */
export async function cloneProject(info: ServiceInfo, folder: string): Promise<void> {
  const { username: name, token } = info.users.alice;
  const helper = `!f() { echo username=oauth2; echo password=${token}; }; f`;
  const env = { ...cleanEnvironment(), GIT_TERMINAL_PROMPT: "0", GIT_CONFIG_NOSYSTEM: "1" };
  const settings = ["credential.helper=", `credential.helper=${helper}`, `user.name=${name}`, `user.email=${name}@example.com`, "commit.gpgSign=false"];
  await runChild("git", ["clone", "--quiet", ...settings.flatMap((setting) => ["--config", setting]), info.project.httpUrl, folder], { env });
}
