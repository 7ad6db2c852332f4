import assert from "node:assert/strict";
import { setImmediate as turn } from "node:timers/promises";
import { Emitter } from "../../../../../src/core/base/events.ts";
import { cloneUrl, searchProjects } from "../../../../../src/features/account/clone/search.ts";
import { offerClones } from "../../../../../src/features/account/clone/sources.ts";
import { vscodeFakes } from "../../../../support/vscodeStub.ts";

interface Offer {
  readonly name: string;
  getRemoteSources(query?: string): Promise<unknown>;
}

/** Git's extension, with what is offered in its list. */
class Git {
  isActive = true;
  readonly offers: Offer[] = [];
  readonly enablement = new Emitter<boolean>();
  readonly exports = {
    enabled: true,
    onDidChangeEnablement: this.enablement.event,
    getAPI: () => ({
      registerRemoteSourceProvider: (offer: Offer) => {
        this.offers.push(offer);
        return { dispose: () => void this.offers.splice(this.offers.indexOf(offer), 1) };
      },
    }),
  };

  readonly activate = (): Promise<unknown> => Promise.resolve(this.exports);

  enable(enabled: boolean): void {
    this.exports.enabled = enabled;
    this.enablement.fire(enabled);
  }

  get names(): string[] {
    return this.offers.map(({ name }) => name);
  }
}

describe("Git: Clone", () => {
  /** Sessions on these hosts, and what is searched for. */
  function offering(git: Git | undefined, hosts: string[]) {
    vscodeFakes.extensions = { getExtension: () => git };
    const changed = new Emitter<never>();
    const searched: string[][] = [];
    const sessions = { list: () => hosts.map((instance) => ({ instance })), onDidChange: changed.event };
    const offer = offerClones(sessions as unknown as Parameters<typeof offerClones>[0], (...asked) => {
      searched.push(asked);
      return Promise.resolve([]);
    });
    return { offer, searched, changed: () => changed.fire(undefined as never) };
  }

  it("lists each host with an account once, and requests nothing before it is picked", async () => {
    const git = new Git();
    const hosts = ["https://a.example.org", "https://b.example.org/forge", "https://a.example.org"];
    const { offer, searched, changed } = offering(git, hosts);
    await turn();
    assert.deepEqual(git.names, ["a.example.org", "b.example.org/forge"]);
    assert.deepEqual(searched, []);
    await git.offers[0]?.getRemoteSources();
    await git.offers[0]?.getRemoteSources("weather");
    const expected = ["", "weather"].map((query) => ["https://a.example.org", query]);
    assert.deepEqual(searched, expected);
    hosts.splice(0, 3, "https://b.example.org/forge");
    changed();
    assert.deepEqual(git.names, ["b.example.org/forge"]);
    for (const enabled of [false, true]) {
      git.enable(enabled);
      assert.equal(git.names.length, enabled ? 1 : 0);
    }
    offer.dispose();
    git.enable(true);
    assert.deepEqual(git.names, []);
  });

  it("clones by https and ssh, without credentials, and by nothing else", () => {
    const address = "https://git.example.org/a/b.git";
    for (const fine of [address, "git@git.example.org:a/b.git", "ssh://git@git.example.org:2222/a/b.git"])
      assert.equal(cloneUrl(fine), fine);
    assert.equal(cloneUrl("https://alice:secret@git.example.org/a/b.git"), address);
    assert.equal(cloneUrl("http://127.0.0.1:80/a/b.git"), "http://127.0.0.1/a/b.git");
    const options = ["-u@git.example.org:a/b.git", "git@-oProxyCommand=id:a/b"];
    for (const no of ["http://git.example.org/a/b.git", "ext::sh -c id", "file:///etc", ...options])
      assert.equal(cloneUrl(no), undefined, no);
  });

  it("finds the account's projects, or reports the error", async () => {
    const asked: unknown[] = [];
    const address = { http_url_to_repo: "https://git.example.org/w.git", ssh_url_to_repo: "git@git.example.org:w.git" };
    const found = { id: 1, path_with_namespace: "demo/w", description: "Readings\nof the day", ...address };
    let answer: Promise<unknown> = Promise.resolve({ items: [found, { id: 2, path_with_namespace: "demo/none" }] });
    const projects = (...given: unknown[]) => {
      asked.push(given);
      return { page: () => answer };
    };
    const context = {
      connections: { get: () => ({ client: { extras: { projects } } }) },
      report: { background: () => undefined },
    } as unknown as Parameters<typeof searchProjects>[0];
    assert.deepEqual(await searchProjects(context, "https://h", " weather "), [
      { name: "demo/w", description: "Readings of the day", icon: "repo", url: Object.values(address) },
    ]);
    assert.deepEqual(asked, [[{ search: "weather" }, { perPage: 50 }]]);
    answer = Promise.reject(new Error("broken"));
    await assert.rejects(searchProjects(context, "https://h", ""), /^Error: The projects could not be listed\./);
  });
});
