/** The code of the feature, loaded as one chunk. */
export { commands } from "./commands.ts";
export { AttributeDocuments } from "./customAttributes/documents.ts";
export { followRights } from "./rights.ts";
export { openAdministration } from "./view.ts";
