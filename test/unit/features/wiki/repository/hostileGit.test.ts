/** The only git that is given a token: it reads no settings that lead it elsewhere, start programs or write traces. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, beforeEach, describe, it } from "mocha";
import { WikiRepository } from "../../../../../src/features/wiki/repository/repository.ts";
import { gitOnPath } from "../../../../support/gitOnPath.ts";
import { SecretSearch } from "../../../../support/secretSearch.ts";
import { running, type Running } from "../../../service/calling.ts";

interface Row {
  readonly what: string;
  /** The configuration of the user or the system, which alone could apply: the clone is a folder of ours. */
  readonly config: (elsewhere: string, host: string, program: string, wiki: string) => string;
  /** The variable that names its file. */
  readonly variable?: "GIT_CONFIG_SYSTEM";
  /** Whether the host redirects there. */
  readonly redirects?: boolean;
}

/** Has git write its settings and variables to a file. */
const tracing = (file: string): string =>
  `[trace2]\n\teventTarget = ${file}\n\tconfigParams = http.*\n\tenvVars = ${Array.from({ length: 20 }, (_, at) => `GIT_CONFIG_VALUE_${at}`).join()}\n`;

const rows: readonly Row[] = [
  {
    what: "url.insteadOf for the host",
    config: (elsewhere, host) => `[url "${elsewhere}/"]\n\tinsteadOf = ${host}/\n`,
  },
  {
    what: "url.insteadOf for the wiki's address",
    config: (elsewhere, _host, _program, wiki) => `[url "${elsewhere}/x.git"]\n\tinsteadOf = ${wiki}\n`,
  },
  {
    what: "url.insteadOf with the host as its user",
    config: (elsewhere, host) =>
      `[url "${elsewhere.replace("//", `//${encodeURIComponent(host)}@`)}/"]\n\tinsteadOf = ${host}/\n`,
  },
  {
    what: "url.pushInsteadOf",
    config: (elsewhere, host) => `[url "${elsewhere}/"]\n\tpushInsteadOf = ${host}/\n`,
  },
  { what: "a redirect of the host", config: () => "", redirects: true },
  {
    what: "a redirect of the host, where redirects are allowed",
    config: () => "[http]\n\tfollowRedirects = true\n",
    redirects: true,
  },
  { what: "http.proxy", config: (elsewhere) => `[http]\n\tproxy = ${elsewhere}\n` },
  {
    what: "credential.helper",
    config: (_elsewhere, _host, program) => `[credential]\n\thelper = ${program}\n`,
  },
  {
    what: "core.askPass, core.sshCommand and core.gitProxy",
    config: (_elsewhere, _host, program) =>
      `[core]\n\taskPass = ${program}\n\tsshCommand = ${program}\n\tgitProxy = ${program}\n`,
  },
  { what: "core.fsmonitor", config: (_elsewhere, _host, program) => `[core]\n\tfsmonitor = ${program}\n` },
  {
    what: "core.hooksPath",
    config: (_elsewhere, _host, program) => `[core]\n\thooksPath = ${join(program, "..", "hooks")}\n`,
  },
  {
    what: "core.alternateRefsCommand, core.pager and core.editor",
    config: (_elsewhere, _host, program) =>
      `[core]\n\talternateRefsCommand = ${program}\n\tpager = ${program}\n\teditor = ${program}\n`,
  },
  {
    what: "a proxy of the host's address",
    config: (elsewhere, host) => `[http "${host}/"]\n\tproxy = ${elsewhere}\n`,
  },
  { what: "a proxy of the remote", config: (elsewhere) => `[remote "origin"]\n\tproxy = ${elsewhere}\n` },
  {
    what: "a redirect of the host, where redirects of its address are allowed",
    config: (_elsewhere, host) => `[http "${host}/"]\n\tfollowRedirects = true\n`,
    redirects: true,
  },
  {
    what: "a credential helper of the host's address",
    config: (_elsewhere, host, program) => `[credential "${host}"]\n\thelper = ${program}\n`,
  },
  {
    what: "url.insteadOf with a program",
    config: (_elsewhere, host, program) =>
      `[protocol "ext"]\n\tallow = always\n[url "ext::${program} "]\n\tinsteadOf = ${host}/\n`,
  },
  {
    what: "url.insteadOf with SSH",
    config: (_elsewhere, host, program) =>
      `[core]\n\tsshCommand = ${program}\n[url "ssh://git@elsewhere/"]\n\tinsteadOf = ${host}/\n`,
  },
  {
    what: "trace2.eventTarget with settings and variables",
    config: (_elsewhere, _host, program) => tracing(join(program, "../ran-trace")),
  },
  {
    what: "a proxy of the remote, for all users of the computer",
    config: (elsewhere) => `[remote "origin"]\n\tproxy = ${elsewhere}\n`,
    variable: "GIT_CONFIG_SYSTEM",
  },
  {
    what: "trace2.eventTarget with variables, for all users of the computer",
    config: (_elsewhere, _host, program) => tracing(join(program, "../ran-trace")),
    variable: "GIT_CONFIG_SYSTEM",
  },
  {
    what: "init.templateDir with settings",
    config: (_elsewhere, _host, program) => `[init]\n\ttemplateDir = ${join(program, "../template")}\n`,
  },
];

describe("the git of a wiki, with a token", () => {
  let folder: string;
  let at: Running;
  let elsewhere: Server;
  let search: SecretSearch;
  const arrived: string[] = [];
  before(async () => {
    at = await running();
    await at.call("POST", "/api/v4/projects/1/wikis", { body: { title: "home", content: "x" } });
    elsewhere = createServer((request, response) => {
      arrived.push(`${request.method ?? ""} ${request.url ?? ""} ${JSON.stringify(request.rawHeaders)}`);
      response.writeHead(401, { "WWW-Authenticate": 'Basic realm="elsewhere"' }).end();
    });
    elsewhere.listen(0, "127.0.0.1");
    await once(elsewhere, "listening");
    search = new SecretSearch([{ kind: "token", value: at.info.users.alice.token }]);
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "forgeline-hostile-"));
    arrived.length = 0;
  });
  afterEach(async () => {
    delete process.env["GIT_CONFIG_GLOBAL"];
    delete process.env["GIT_CONFIG_SYSTEM"];
    await at.service.control.clearFaults();
    await rm(folder, { recursive: true, force: true });
  });
  after(async () => {
    elsewhere.closeAllConnections();
    elsewhere.close();
    await at[Symbol.asyncDispose]();
  });

  for (const { what, config, variable = "GIT_CONFIG_GLOBAL", redirects = false } of rows)
    it(`stays with the host: ${what}`, async () => {
      const other = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
      const { url, project, users } = at.info;
      const wiki = project.httpUrl.replace(/\.git$/, ".wiki.git");
      const program = join(folder, "program");
      // Says what it was given, and its environment.
      const script = `#!/bin/sh\n{ echo "$0 $*"; env; timeout 1 cat; } >> '${folder}/ran-'$$ 2>&1\n`;
      await mkdir(join(folder, "hooks"));
      await mkdir(join(folder, "template"));
      await writeFile(join(folder, "template/config"), `[remote "origin"]\n\tproxy = ${other}\n`);
      for (const file of [
        program,
        join(folder, "hooks/reference-transaction"),
        join(folder, "hooks/post-index-change"),
      ]) {
        await writeFile(file, script);
        await chmod(file, 0o755);
      }
      await writeFile(join(folder, "config"), config(other, url, program, wiki));
      process.env[variable] = join(folder, "config");
      if (redirects)
        await at.service.control.fault({
          path: "\\.wiki\\.git/",
          status: 302,
          headers: { location: `${other}/x.wiki.git/info/refs?service=git-upload-pack` },
        });
      const repository = new WikiRepository({
        folder: join(folder, "clone"),
        url: wiki,
        program: gitOnPath,
        access: () => Promise.resolve({ instance: url, token: users.alice.token, proxy: undefined, verify: true }),
      });
      const ended = await repository.fetch().then(
        () => "fetched",
        () => "failed",
      );
      assert.equal(ended, redirects ? "failed" : "fetched");
      assert.deepEqual(arrived, [], "the other server was asked");
      const ran = (await readdir(folder)).filter((name) => name.startsWith("ran-"));
      for (const name of ran)
        assert.deepEqual(search.in(await readFile(join(folder, name))), [], "a program was given the token");
    });

  it("keeps the user's settings of connections to the host", async () => {
    const other = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
    await writeFile(join(folder, "config"), `[http "${other}/"]\n\tuserAgent = of-the-user\n`);
    process.env["GIT_CONFIG_GLOBAL"] = join(folder, "config");
    const repository = new WikiRepository({
      folder: join(folder, "clone"),
      url: `${other}/x.wiki.git`,
      program: gitOnPath,
      access: () => Promise.resolve({ instance: other, token: undefined, proxy: undefined, verify: true }),
    });
    await assert.rejects(repository.fetch());
    assert.match(arrived[0] ?? "", /"User-Agent","of-the-user"/);
  });
});
