/** Scheme of custom attributes as documents. */
export const ATTRIBUTES_SCHEME = "forgeline-attributes";
/** Scheme of CI templates as documents. */
export const TEMPLATE_SCHEME = "forgeline-template";
/** Scheme of files at a branch, tag or commit of a project. */
export const FILE_SCHEME = "forgeline-file";
/** Scheme of job logs as documents. */
export const LOG_SCHEME = "forgeline-log";
/** Scheme of the addresses that mark rows. */
export const ROW_SCHEME = "forgeline-row";
/** Scheme of the files in the archives of jobs. */
export const ARTIFACT_SCHEME = "forgeline-artifact";
/** Scheme of the files of snippets. */
export const SNIPPET_SCHEME = "forgeline-snippet";
/** Scheme of descriptions that are being edited. */
export const DESCRIPTION_SCHEME = "forgeline-edit";
/** Scheme of the pages of wikis. */
export const WIKI_SCHEME = "forgeline-wiki";
/** Scheme of texts that live only while they are open. */
export const TEXT_SCHEME = "forgeline-text";
