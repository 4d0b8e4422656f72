/** A JSON Schema in the form that tools publish. */
export type ToolSchema = Readonly<Record<string, unknown>>;

/** A tool of the Model Context Protocol: one operation of the agent surface. */
export interface ToolRow {
  /** The operationId of the operation. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: { readonly type: 'object'; readonly properties: Readonly<Record<string, ToolSchema>>; readonly [member: string]: unknown };
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    /** Always false, because nothing outside of the service is reached. */
    readonly openWorldHint: false;
  };
}

/** The mapping of a tool's arguments to a request. */
export interface ToolRoute {
  /** Arguments that are path parameters, with the names of the parameters. */
  readonly path: Readonly<Record<string, string>>;
  /** Arguments that are query parameters of the same name. */
  readonly query: readonly string[];
}

/** One shape of the content of lessons. */
export interface LessonContentRow {
  readonly description: string;
  /** The complete schema, without references to other documents. */
  readonly schema: ToolSchema;
  /** Examples of lessons to create with such content. */
  readonly examples: readonly unknown[];
}
