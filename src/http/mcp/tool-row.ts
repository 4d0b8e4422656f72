/** JSON Schema as the tools show it. */
export type ToolSchema = Readonly<Record<string, unknown>>;

/** A tool of the Model Context Protocol: one operation of the agent surface. */
export interface ToolRow {
  /** The operationId. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: { readonly type: 'object'; readonly properties: Readonly<Record<string, ToolSchema>>; readonly [member: string]: unknown };
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    /** Nothing outside of the service is reached. */
    readonly openWorldHint: false;
  };
}

/** How the arguments of a tool become a request. */
export interface ToolRoute {
  /** The arguments that are path parameters, with the names of the parameters. */
  readonly path: Readonly<Record<string, string>>;
  /** The arguments that are query parameters, under the same names. */
  readonly query: readonly string[];
}

/** One shape of the content of lessons. */
export interface LessonContentRow {
  readonly description: string;
  /** Complete: it refers to nothing outside. */
  readonly schema: ToolSchema;
  /** Examples of lessons to create with such content. */
  readonly examples: readonly unknown[];
}
