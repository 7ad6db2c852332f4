/** The local hosting service that the outer process runs for these suites. */
import { connectControl, type ServiceControl, type ServiceInfo } from "../service/control.ts";

export interface LocalService {
  /** Base address of the instance. */
  readonly url: string;
  /** Users with passwords and tokens, the sample project, the application. */
  readonly info: ServiceInfo;
  /** Steers the service: faults, commits, made-up pipelines, logs by hand, waiting for a state. */
  readonly control: ServiceControl;
}

const holder: { service?: LocalService } = {};

/** The service of this run. Throws outside of one. */
export function localService(): LocalService {
  if (holder.service === undefined) throw new Error("These suites run through npm run test:host");
  return holder.service;
}

/** Asks the service who its users are: in the environment their tokens would come to every program that this window starts. */
export async function connectService(): Promise<void> {
  const { FORGELINE_SERVICE: url } = process.env;
  if (url === undefined) return;
  const control = connectControl(url);
  holder.service = { url, info: await control.info(), control };
}
