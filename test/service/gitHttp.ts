import type { IncomingMessage, ServerResponse } from "node:http";
import { identityOf, LEVELS, levelOf, maySee } from "./api/access.ts";
import type { Hosting } from "./hosting.ts";
import { header, type Incoming } from "./http/incoming.ts";
import { reply, type Reply } from "./http/reply.ts";
import { basicCredentials } from "./oauth/client.ts";
import { pushRules } from "./protectedBranches/rights.ts";
import type { UserRecord } from "./types.ts";

const GIT_PATH = /^\/(.+?)(?:\.git)?(\/(?:info\/refs|git-upload-pack|git-receive-pack))$/;

/**
 * Clone, fetch and push over HTTP. The password is the token; the user name is `oauth2` or anything else (part 1,
 * OAuth, rule 7). Undefined when the path is not one of git's; `"sent"` when the answer went out already.
 */
export async function answerGit(hosting: Hosting, request: Incoming, raw: { request: IncomingMessage; response: ServerResponse }): Promise<Reply | "sent" | undefined> {
  const match = GIT_PATH.exec(request.path);
  if (!match) return undefined;
  const pathInfo = match[2]!;
  const writing = pathInfo === "/git-receive-pack" || request.query.text("service") === "git-receive-pack";
  const project = hosting.state.projectAt(decodeURIComponent(match[1]!));
  const who = gitUser(hosting, request, writing);
  if (who === "refused" || (who === undefined && (writing || project?.visibility !== "public"))) return askForCredentials();
  if (!project || !maySee(project, who)) return plain(404, "The project you were looking for could not be found or you don't have permission to view it.");
  if (writing && levelOf(hosting, who, project) < LEVELS.developer) return plain(403, "You are not allowed to push code to this project.");
  await hosting.repositories.handleHttp(raw.request, raw.response, { path: project.path, pathInfo, pushRules: writing ? pushRules(hosting, project, who) : [] }, who);
  return "sent";
}

/** Undefined for nobody; `"refused"` for credentials that do not count. */
function gitUser(hosting: Hosting, request: Incoming, writing: boolean): UserRecord | "refused" | undefined {
  const credentials = basicCredentials(header(request, "authorization"));
  if (!credentials) return undefined;
  const token = hosting.tokens.find(credentials.password);
  try {
    const { user, scopes } = identityOf(hosting, token);
    const wanted = writing ? ["api", "write_repository"] : ["api", "read_repository", "write_repository"];
    return wanted.some((scope) => scopes.includes(scope)) ? user : "refused";
  } catch {
    return "refused";
  }
}

function askForCredentials(): Reply {
  return reply(401, "HTTP Basic: Access denied. The provided password or token is incorrect or your account has 2FA enabled and you must use a personal access token instead of a password.", {
    "Content-Type": "text/plain",
    "WWW-Authenticate": 'Basic realm="Service"',
  });
}

function plain(status: number, text: string): Reply {
  return reply(status, text, { "Content-Type": "text/plain" });
}
