/** A desktop window (including remote ones), or VS Code in a browser. */
export type Surface = "desktop" | "web";

/** A sign-in method. */
export interface Flow {
  readonly id: "browser" | "token";
  readonly surfaces: readonly Surface[];
  /** Receives the code: VS Code's URI handler, or a server on 127.0.0.1. */
  readonly receiver?: "uriHandler" | "loopback";
  /** Whether an application must be registered on the host; its ID is asked for if unknown. */
  readonly needsClientId: boolean;
}

/** Sign-in methods, preferred ones first. */
const FLOWS: readonly Flow[] = [
  // VS Code in a browser cannot receive a redirect, neither by its URI scheme nor by the URL of its page.
  { id: "browser", surfaces: ["desktop"], receiver: "uriHandler", needsClientId: true },
  { id: "browser", surfaces: ["web"], receiver: "loopback", needsClientId: true },
  { id: "token", surfaces: ["desktop", "web"], needsClientId: false },
];

export interface FlowQuery {
  readonly surface: Surface;
  /** The instance's application ID, when known. */
  readonly clientId?: string | undefined;
}

/** Returns the method to use without a question: the browser where the application is registered, or the one asked for. */
export function obviousFlow(query: FlowQuery, method: Flow["id"] | undefined): Flow | undefined {
  const [first, ...others] = flowsFor(query);
  if (method !== undefined) return [first, ...others].find((flow) => flow?.id === method);
  return query.clientId === undefined ? undefined : first;
}

/** Returns the methods that work on a surface; those that need no further input come first. */
export function flowsFor({ surface, clientId }: FlowQuery): readonly Flow[] {
  const possible = FLOWS.filter(({ surfaces }) => surfaces.includes(surface));
  const ready = (flow: Flow): boolean => !flow.needsClientId || clientId !== undefined;
  return [...possible.filter(ready), ...possible.filter((flow) => !ready(flow))];
}
