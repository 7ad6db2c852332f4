import { identityOf, LEVELS, levelIn, maySee } from "./api/access.ts";
import type { Exchange, GitTarget } from "./git/target.ts";
import type { Hosting } from "./hosting.ts";
import { header, type Incoming } from "./http/incoming.ts";
import { reply, type Reply } from "./http/reply.ts";
import { basicCredentials } from "./oauth/client.ts";
import { pushRules } from "./protectedBranches/rights.ts";
import { snippetTarget } from "./snippets/gitTarget.ts";
import type { UserRecord } from "./types.ts";
import { wikiTarget } from "./wikis/gitTarget.ts";

const GIT_PATH = /^\/(.+?)(?:\.git)?(\/(?:info\/refs|git-upload-pack|git-receive-pack))$/;

/**
 * Clone, fetch and push over HTTP. The password is the token; the user name is `oauth2` or anything else (part 1,
 * OAuth, rule 7). Undefined when the path is not one of git's; `"sent"` when the answer went out already.
 */
export async function answerGit(
  hosting: Hosting,
  request: Incoming,
  raw: Exchange,
): Promise<Reply | "sent" | undefined> {
  const match = GIT_PATH.exec(request.path);
  if (!match) return undefined;
  const pathInfo = match[2]!;
  const writing = pathInfo === "/git-receive-pack" || request.query.text("service") === "git-receive-pack";
  const path = decodePath(match[1]!);
  const target = wikiTarget(hosting, path) ?? snippetTarget(hosting, path) ?? projectTarget(hosting, path);
  const who = gitUser(hosting, request, writing);
  if (who === "refused" || (who === undefined && (writing || target?.open !== true))) return askForCredentials();
  if (!target?.maySee(who)) return plain(404, (target ?? projectRefusals).refusals.unseen);
  if (writing && !target.mayPush(who)) return plain(403, target.refusals.push);
  await target.serve(raw, pathInfo, who);
  return "sent";
}

const projectRefusals: Pick<GitTarget, "refusals"> = {
  refusals: {
    unseen: "The project you were looking for could not be found or you don't have permission to view it.",
    push: "You are not allowed to push code to this project.",
  },
};

function projectTarget(hosting: Hosting, path: string): GitTarget | undefined {
  const project = hosting.state.projectAt(path);
  if (!project) return undefined;
  return {
    ...projectRefusals,
    open: project.visibility === "public",
    maySee: (user) => maySee(project, user),
    mayPush: (user) => levelIn(project, user) >= LEVELS.developer,
    serve: (raw, pathInfo, user) => {
      const rules = pathInfo === "/git-receive-pack" ? pushRules(hosting, project, user) : [];
      return hosting.repositories.handleHttp(raw, { path: project.path, pathInfo, pushRules: rules }, user);
    },
  };
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
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
  return reply(
    401,
    "HTTP Basic: Access denied. The provided password or token is incorrect or your account has 2FA enabled and you must use a personal access token instead of a password.",
    { "Content-Type": "text/plain", "WWW-Authenticate": 'Basic realm="Service"' },
  );
}

function plain(status: number, text: string): Reply {
  return reply(status, text, { "Content-Type": "text/plain" });
}
