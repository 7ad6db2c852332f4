import type { ServiceInfo } from "../test/service/control.ts";

/** What `--json-ready` writes once the demo is up. */
export interface DemoReady {
  /** Address of the browser editor with the clone open; absent with a desktop editor. */
  readonly editor?: string;
  readonly service: string;
  readonly info: ServiceInfo;
  /** The clone. */
  readonly folder: string;
}
