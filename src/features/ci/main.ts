export { commands } from "./commands.ts";
export { registerCiLanguage } from "./language/register.ts";
export { TemplateFiles } from "./language/templateFiles.ts";
