import type { operations } from '../../generated/api.ts';
import type { OperationId, operationTable } from '../../generated/operations.ts';
import type { CurrentOrganisation, SessionUser } from '../domain/identity/accounts/session-user.ts';
import type { SignInContext } from '../domain/identity/accounts/sign-in.ts';
import type { ApiKey } from '../domain/identity/api-keys/authenticate.ts';
import type { Caller } from '../domain/kernel/caller.ts';
import type { UploadedFile } from '../domain/kernel/uploaded-file.ts';
import type { NamedOrganisation } from '../domain/organisations/organisations/site.ts';
import type { Database, Executor } from '../platform/database/connect.ts';
import type { FileReply } from './file-reply.ts';
import type { QUOTAS } from './quotas.ts';
import type { Services } from './services.ts';
import type { BrowserSession } from './sessions.ts';

type Table = typeof operationTable;
type Parameters<Id extends OperationId> = operations[Id]['parameters'];
type Empty = Record<never, never>;

type Path<Id extends OperationId> = Parameters<Id> extends { path: infer P } ? P : Empty;

/** Query parameters that are required or have a default are always there. */
type Query<Id extends OperationId> =
  NonNullable<Parameters<Id>['query']> extends infer Q
    ? {
        [Name in Extract<keyof Q, string>]: Name extends keyof Table[Id]['query']
          ? Table[Id]['query'][Name] extends { default: unknown }
            ? NonNullable<Q[Name]>
            : Empty extends Pick<Q, Name>
              ? Q[Name] | undefined
              : Q[Name]
          : never;
      }
    : Empty;

type Media<Id extends OperationId> =
  NonNullable<operations[Id] extends { requestBody?: infer R } ? R : never> extends { content: infer C } ? C[keyof C] : undefined;

/** Members that are files come as read, not as the text that the contract's types know. */
type Body<Id extends OperationId> = Table[Id]['body'] extends { members: infer M }
  ? 'file' extends { [Name in keyof M]: M[Name] extends { kind: infer K } ? K : never }[keyof M]
    ? { [Name in keyof Media<Id>]: Name extends keyof M ? (M[Name] extends { kind: 'file' } ? UploadedFile : Media<Id>[Name]) : never }
    : Media<Id>
  : undefined;

type Success = 200 | 201 | 202 | 204;

type Reply<Id extends OperationId> = {
  [Status in keyof operations[Id]['responses'] & Success]: operations[Id]['responses'][Status] extends { content: { 'application/json': infer B } }
    ? { status: Status; body: B }
    : operations[Id]['responses'][Status] extends { content: object }
      ? { status: Status; body: FileReply }
      : { status: Status };
}[keyof operations[Id]['responses'] & Success];

/** The parts of the service that operations work with. */
type Tools = Pick<Services, 'keyring' | 'clock' | 'storage' | 'dns' | 'providers' | 'ai' | 'scanner' | 'publicFetch'>;

interface Surroundings extends Tools {
  session: BrowserSession;
  /** Address of the client. */
  ip: string;
  /** Of the request, for the audit log. */
  origin: { requestId: string; ip: string | null };
  /** What the request says of its organisation, whether or not the caller is a member. */
  named: NamedOrganisation;
  /** The organisation that the host or X-Organisation names, whether or not the user is a member; else the current one. Null where there is neither. */
  visitedOrganisation(): Promise<string | null>;
  /** What the CNAME record of a custom domain must point to. */
  cnameTarget: string | null;
  /** Where the service is reached from outside, without a trailing slash. */
  base: string;
  /** What a sign-in that is under way looks at. */
  signInContext: SignInContext;
  /** Counts an act against a quota. */
  take(quota: keyof typeof QUOTAS, who: string): Promise<void>;
  /** The user who is signed in, where an operation is open to all; null for everyone else. */
  signedIn(): Promise<SessionUser | null>;
  /** Knows this browser again, whether or not anyone is signed in. */
  visitor: { id: string | null; remember(id: string): void };
  /** Lets anyone keep the answer for so many seconds. For what is the same for all. */
  cacheFor(seconds: number): void;
}

/** What the credential of an operation brings. */
type Credential<Id extends OperationId> = Table[Id]['scheme'] extends 'agentKey'
  ? { key: ApiKey; caller: Caller }
  : Table[Id]['access'] extends 'public'
    ? Surroundings
    : Table[Id]['access'] extends 'user' | 'second_factor'
      ? Surroundings & { user: SessionUser; actor: Omit<Caller, 'organisationId'> }
      : Surroundings & { user: SessionUser & { organisation: CurrentOrganisation }; caller: Caller };

/** A checked request: parsed, validated against the contract, defaults filled in, unknown members gone. */
export type Input<Id extends OperationId> = {
  /** A transaction where the request carries an Idempotency-Key. */
  db: Table[Id]['idempotent'] extends true ? Executor : Database;
  path: Path<Id>;
  query: Query<Id>;
  body: Body<Id>;
  /** The absolute address of this request, for links to other pages. */
  address: URL;
} & Credential<Id>;

/** One operation. It calls one function of the domain and answers with what the contract declares; errors are thrown. */
export type Handler<Id extends OperationId> = (input: Input<Id>) => Promise<Reply<Id>>;

export type Handlers = { [Id in OperationId]: Handler<Id> };
