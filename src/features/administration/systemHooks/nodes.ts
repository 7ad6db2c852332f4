import type { SystemHook } from "../../../api/resources/systemHooks.ts";
import type { SystemHookRef } from "./refs.ts";

export interface SystemHooksFolderNode {
  readonly kind: "systemHooks";
  readonly instance: string;
}

/** A hook; commands receive it as a SystemHookRef. */
export interface SystemHookNode extends SystemHookRef {
  readonly kind: "systemHook";
  readonly hook: SystemHook;
}

export type SystemHooksNode = SystemHooksFolderNode | SystemHookNode;

export const hooksId = ({ instance }: SystemHooksFolderNode): string => `${instance} administration/hooks`;
export const hookId = ({ instance, hook }: SystemHookNode): string => `${instance} administration/hooks/${hook.id}`;
