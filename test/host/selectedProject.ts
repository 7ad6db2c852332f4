/** For windows in which no git tells what project is open. */
import { ready, sessionOf } from "./signedIn.ts";
import type { Stage } from "./stage.ts";

/** Signs alice in and selects the sample project by its path. */
export async function selectProject(stage: Stage): Promise<void> {
  const { app, info } = stage;
  const session = sessionOf("alice");
  await app.sessions.write(session);
  await app.projects.select({ instance: info.url, project: info.project.path, label: info.project.path });
  const { connection } = await ready(app, session);
  Object.assign(stage, { client: connection.client, scope: { instance: info.url, project: info.project.path } });
}
