/** The JSON schema of a setting in package.json, except that `enum` may also be a record of values and their descriptions. */
export interface JsonSchema {
  readonly type?: string;
  readonly description?: string;
  readonly markdownDescription?: string;
  readonly markdownDeprecationMessage?: string;
  readonly default?: unknown;
  readonly enum?: readonly string[] | Readonly<Record<string, string>>;
  readonly examples?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly format?: string;
  readonly pattern?: string;
  readonly patternErrorMessage?: string;
  readonly errorMessage?: string;
  readonly defaultSnippets?: readonly { readonly label: string; readonly body: unknown }[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: false | JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly not?: JsonSchema;
}
