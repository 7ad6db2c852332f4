import type { WebRef } from "../base/refs.ts";
import { type PipelineRef, type JobRef, isJobRef, isPipelineRef } from "../pipelines/refs.ts";
import { isObject, type ArgumentParser } from "./arguments.ts";

export const isWebRef = (value: unknown): value is WebRef => isObject(value) && typeof value["webUrl"] === "string";

export const targetArgs: ArgumentParser<[target?: PipelineRef | JobRef | WebRef]> = ([value]) =>
  isJobRef(value) || isPipelineRef(value) || isWebRef(value) ? [value] : [];
