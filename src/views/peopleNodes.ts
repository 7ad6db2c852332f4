import type { MeNode } from "./meNodes.ts";
import type { UsersNode } from "./userNodes.ts";

/** Everything that the People view has rows for. */
export type PeopleNode = MeNode | UsersNode;
