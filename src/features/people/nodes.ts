import type { MeNode } from "./me/nodes.ts";
import type { UsersNode } from "./users/nodes.ts";

/** Everything that the People view has rows for. */
export type PeopleNode = MeNode | UsersNode;
