import type { Context } from "../../core/context.ts";
import type { LazyFiles } from "../../core/lazy/lazyFiles.ts";
import type { AttributeDocuments } from "./customAttributes/documents.ts";
import type { AdministrationView } from "./view.ts";

/** Context of the administration commands. */
export interface AdministrationContext extends Context {
  readonly view: AdministrationView;
  /** The custom attributes of users, groups and projects as documents. */
  readonly attributes: LazyFiles<AttributeDocuments>;
}
