import type { components, OperationCodes, ProblemCode, paths } from '../../generated/sdk.ts';

export type { components, OperationCodes, ProblemCode };
export type Schemas = components['schemas'];

const AGENT = '/api/v1/agent';
const SESSION = '/api/v1';
export const PREFIXES = { agent: AGENT, session: SESSION } as const;

/** The operations for automation, by their paths after `/api/v1/agent`. */
export type AgentPaths = { [Path in keyof paths as Path extends `${typeof AGENT}${infer Rest}` ? Rest : never]: paths[Path] };

/** The operations of the web application, by their paths after `/api/v1`. */
export type SessionPaths = {
  [Path in keyof paths as Path extends `${typeof AGENT}${string}` ? never : Path extends `${typeof SESSION}${infer Rest}` ? Rest : never]: paths[Path];
};
