/** Opens the network of the extension with settings of a test. */
import { createClient, type Client, type ClientOptions } from "../../../../src/api/client.ts";
import { openNet, type Net } from "../../../../src/core/net/net.ts";
import { RecordingLog } from "../../../support/fakes/recordingLog.ts";
import { vscodeFakes } from "../../../support/vscodeStub.ts";

export class TestNet {
  readonly log = new RecordingLog();
  private readonly net: Net;
  private readonly settings = new Map<string, unknown>();
  private changed: ((event: { affectsConfiguration(section: string): boolean }) => void) | undefined;

  constructor(settings: Readonly<Record<string, unknown>> = {}) {
    for (const [name, value] of Object.entries(settings)) this.settings.set(name, value);
    vscodeFakes.workspace = {
      getConfiguration: (section: string) => ({
        inspect: (key: string) => ({ globalValue: this.settings.get(`${section}.${key}`) }),
      }),
      onDidChangeConfiguration: (listener: NonNullable<typeof this.changed>) => {
        this.changed = listener;
        return { dispose: () => undefined };
      },
    };
    this.net = openNet(this.log);
  }

  set(name: string, value: unknown): void {
    this.settings.set(name, value);
    this.changed?.({ affectsConfiguration: (section) => `${name}.`.startsWith(`${section}.`) });
  }

  /** The proxy of the settings. */
  get proxy(): string | undefined {
    return this.settings.get("http.proxy") as string | undefined;
  }

  readonly dispatcher = (origin: string): ReturnType<Net["dispatcher"]> => this.net.dispatcher(origin);

  client(baseUrl: string, options: Partial<ClientOptions> = {}): Client {
    return createClient({ baseUrl, dispatcher: this.dispatcher, sleep: () => Promise.resolve(), ...options });
  }

  close(): void {
    this.net.dispose();
  }
}
