/** Sign-ins against the local service, with a fake of VS Code. Files that use it import signInEditor.ts themselves, and first. */
import assert from "node:assert/strict";
import Agent from "undici/lib/dispatcher/agent.js";
import { createClient } from "../../../src/api/client.ts";
import { CallbackInbox } from "../../../src/auth/callbackInbox.ts";
import type { Surface } from "../../../src/auth/flows.ts";
import type { Connect } from "../../../src/auth/identity.ts";
import type { ForgelineAuthentication as Authentication } from "../../../src/auth/provider.ts";
import { RememberedInstances } from "../../../src/auth/rememberedInstances.ts";
import { type Session, SessionStore } from "../../../src/auth/sessionStore.ts";
import { normalizeInstanceUrl } from "../../../src/core/base/instanceUrl.ts";
import { KnownSecrets } from "../../../src/core/base/knownSecrets.ts";
import type { Instance } from "../../../src/core/config.ts";
import type { ServiceInfo } from "../../service/control.ts";
import { type Service, startService } from "../../service/service.ts";
import { atEndOfTests } from "../../support/endOfTests.ts";
import { InMemoryMemento } from "../../support/fakes/inMemoryMemento.ts";
import { InMemorySecrets } from "../../support/fakes/inMemorySecrets.ts";
import { RecordingLog } from "../../support/fakes/recordingLog.ts";
import { signInEditor as editor } from "../../support/fakes/signInEditor.ts";

// All loaded while this file loads, so that "vscode" is the fake above and not that of another file's tests.
await Promise.all(["signInPrompts", "messages", "acquireToken"].map((part) => import(`../../../src/auth/${part}.ts`)));
const { ForgelineAuthentication } = await import("../../../src/auth/provider.ts");

export const BROWSER = "Approve in the Browser";
export const CALLBACK = "code-oss://forgeline.forgeline/callback";
/** A host beyond this machine, as far as the extension knows. */
export const UNENCRYPTED = "http://git.example.org";

type Options = ConstructorParameters<typeof Authentication>[0];

export class SignInSetting {
  service!: Service;
  info!: ServiceInfo;
  secrets!: InMemorySecrets;
  log!: RecordingLog;
  store!: SessionStore;
  inbox!: CallbackInbox;
  remembered!: RememberedInstances;
  known!: KnownSecrets;
  configured: Instance[] = [];
  /** What is disposed of after the test. */
  opened: { dispose(): void }[] = [];
  /** Everything that no log may show. */
  spoken: string[] = [];
  private readonly agent = new Agent();

  constructor() {
    before(async () => {
      this.service = await startService({ basePath: "/forge", seed: "empty", dialect: "neutral" });
      this.info = await this.service.control.info();
    });
    after(async () => {
      await this.service.close();
      await this.agent.destroy();
    });
    beforeEach(async () => {
      this.secrets = new InMemorySecrets();
      this.log = new RecordingLog();
      this.store = new SessionStore(this.secrets, this.log);
      this.inbox = new CallbackInbox({ secrets: this.secrets, log: this.log });
      this.remembered = new RememberedInstances(new InMemoryMemento());
      this.known = new KnownSecrets();
      this.configured = [];
      this.opened = [this.store, this.inbox];
      this.spoken = [];
      editor.answers = { quickPick: () => BROWSER };
      editor.warnings.length = 0;
      editor.asked.length = 0;
      await this.store.ready;
    });
    afterEach(async () => {
      for (const item of this.opened) item.dispose();
      await this.service.control.clearFaults();
    });
    atEndOfTests(() => {
      for (const secret of this.spoken) assert.ok(!this.log.text.includes(secret), `the log shows ${secret}`);
    });
  }

  readonly connect: Connect = (url, credentials) =>
    createClient({
      baseUrl: url === UNENCRYPTED ? this.service.url : url,
      credentials,
      dispatcher: () => Promise.resolve(this.agent),
      timeouts: { headers: 5_000 },
    });

  authentication(surface: Surface = "web", options: Partial<Options> = {}): Authentication {
    const provider = new ForgelineAuthentication({
      store: this.store,
      inbox: this.inbox,
      remembered: this.remembered,
      connect: this.connect,
      instances: () => this.configured,
      remoteHosts: () => Promise.resolve([]),
      normalize: normalizeInstanceUrl,
      known: this.known,
      credentials: { end: (session) => Promise.resolve(session) },
      feeds: () => Promise.resolve({ forgetOf: () => Promise.resolve() }),
      hasGitLabPages: () => Promise.resolve(true),
      surface,
      callbackUri: CALLBACK,
      log: this.log,
      ...options,
    });
    editor.provider = provider;
    this.opened.push(provider);
    return provider;
  }

  /** Notes the secrets of a session, which no log may show. */
  remember({ accessToken, refreshToken = "", codeVerifier = "" }: Session): void {
    this.spoken.push(...[accessToken, refreshToken, codeVerifier].filter((secret) => secret !== ""));
  }
}
