/** Where the person sits: a desktop window (remote ones too), or VS Code in a browser. */
export type Surface = "desktop" | "web";

/** A way to sign in. */
export interface Flow {
  readonly id: "browser" | "token";
  readonly surfaces: readonly Surface[];
  /** Who receives the code: the editor's own addresses, or a server on 127.0.0.1. */
  readonly receiver?: "uriHandler" | "loopback";
  /** An application has to be registered on the host; without its ID the way begins by asking for it. */
  readonly needsClientId: boolean;
}

/** Every way to sign in, the better one first. */
export const FLOWS: readonly Flow[] = [
  // In a browser no registered address leads back into the editor: neither its own scheme nor the page's address.
  { id: "browser", surfaces: ["desktop"], receiver: "uriHandler", needsClientId: true },
  { id: "browser", surfaces: ["web"], receiver: "loopback", needsClientId: true },
  { id: "token", surfaces: ["desktop", "web"], needsClientId: false },
];

export interface FlowQuery {
  readonly surface: Surface;
  /** The instance's application ID, when known. */
  readonly clientId?: string | undefined;
}

/** The ways that work here; those which can start without another question come first. */
export function flowsFor({ surface, clientId }: FlowQuery): readonly Flow[] {
  const possible = FLOWS.filter(({ surfaces }) => surfaces.includes(surface));
  const ready = (flow: Flow): boolean => !flow.needsClientId || clientId !== undefined;
  return [...possible.filter(ready), ...possible.filter((flow) => !ready(flow))];
}
