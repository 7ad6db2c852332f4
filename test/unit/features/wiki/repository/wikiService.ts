/** A local service whose project has a wiki with one page. */
import { type Service, startService } from "../../../../service/service.ts";

export interface WikiService extends AsyncDisposable {
  readonly service: Service;
  /** Address of the wiki's repository. */
  readonly url: string;
  readonly token: string;
}

export async function startWiki(): Promise<WikiService> {
  const service = await startService({ seed: "empty" });
  const { project, users } = await service.control.info();
  await fetch(`${service.url}/api/v4/projects/${project.id}/wikis`, {
    method: "POST",
    headers: { "PRIVATE-TOKEN": users.alice.token, "Content-Type": "application/json" },
    body: JSON.stringify({ title: "home", content: "x" }),
  });
  return {
    service,
    url: project.httpUrl.replace(/\.git$/, ".wiki.git"),
    token: users.alice.token,
    [Symbol.asyncDispose]: () => service.close(),
  };
}
